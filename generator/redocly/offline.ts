// Is loaded before Redocly in its process: nothing there reaches the network. A document that the loader has read from an address comes from a file.
import { readFileSync } from 'node:fs';
import net from 'node:net';

/** The variable of the environment that names the file with the texts of documents, by address. */
export const TEXTS = 'OCTAVO_REDOCLY_TEXTS';

/** The texts that the loader has read, by address without a fragment. */
export type Texts = Readonly<Record<string, string>>;

/** Begins the message of an address that was refused; Redocly prints it. */
export const REFUSED = 'Octavo lets Redocly read no address: ';

const file = process.env[TEXTS];
if (file !== undefined) goOffline(JSON.parse(readFileSync(file, 'utf8')) as Texts);

function goOffline(texts: Texts): void {
  globalThis.fetch = async (input) => {
    const address = input instanceof Request ? input.url : String(input);
    const text = Object.hasOwn(texts, address) ? texts[address] : undefined;
    if (text === undefined) throw new Error(`${REFUSED}${address}`);
    return new Response(text, { headers: { 'content-type': 'application/yaml' } });
  };
  // All other clients (http, https, undici) connect by this method.
  net.Socket.prototype.connect = function connect(this: net.Socket) {
    this.destroy(new Error(`${REFUSED}a socket`));
    return this;
  };
}
