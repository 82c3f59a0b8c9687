// Starts the action: runs the sources in the repository, or the built files in the package. Plain JavaScript, because Node.js does not strip types
// inside node_modules.
import { existsSync } from 'node:fs';

const sources = new URL('review.ts', import.meta.url);
const { review } = await import(existsSync(sources) ? sources.href : new URL('review.js', import.meta.url).href);
process.exitCode = await review(process.env);
