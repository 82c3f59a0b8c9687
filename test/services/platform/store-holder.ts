// A program that opens a database file, says so, and waits to be ended.
import { openStore } from '../../../services/platform/store/open.ts';

await openStore({ file: process.argv[2] ?? '' });
console.log('open');
setInterval(() => {}, 60_000);
