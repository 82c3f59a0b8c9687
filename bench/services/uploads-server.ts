// Serves the microblogging service, with its rows in a file and room for many uploads. Prints its address, and its most memory when it is asked.

import { createSandbox } from '../../services/index.ts';

const [file = ''] = process.argv.slice(2);
const sandbox = await createSandbox({ services: ['b-microblog'], store: { file }, blobSpace: 2 ** 40 });
const { baseUrl } = await sandbox.listen('b-microblog');
process.on('message', () => process.send?.(process.resourceUsage().maxRSS));
console.log(baseUrl);
