// Checks what the module's function returns, since it may be written in plain JavaScript, and reduces it to plain data.
import { isRecord } from '../base/is-record.ts';
import { isLoopbackName } from '../base/loopback.ts';
import type { Served, ServedClient, ServedControl, ServedCredential, ServedService } from '../serve.ts';

/** `Served` as plain data. */
export type ServedParts = Omit<Served, 'close'>;

/** Throws an error that says what is wrong. */
export function checkServed(served: unknown): ServedParts {
  const at = 'The function of `serve` must return `{ services: [{ id, url }], close() }`';
  if (!isRecord(served) || !Array.isArray(served.services)) throw new Error(`${at}; it returned no list of services.`);
  if (typeof served.close !== 'function') throw new Error(`${at}; it returned no function \`close\`.`);
  const services = served.services.map((service: unknown, index) => serviceOf(service, `services[${index}]`));
  const [twice] = services.filter(({ id }, index) => services.findIndex((other) => other.id === id) !== index);
  if (twice !== undefined) throw new Error(`${at}; two services have the id \`${twice.id}\`.`);
  return { services, ...(served.control === undefined ? {} : { control: controlOf(served.control) }) };
}

function controlOf(control: unknown): ServedControl {
  if (!isRecord(control) || !isRecord(control.cookie))
    throw new Error('`control` must be an object with `url` and `cookie: { name, value }`.');
  const url = addressOf(control.url, 'control.url');
  // The cookie goes to the host of the portal, which is this machine.
  if (!isLoopbackName(new URL(url).hostname.replace(/^\[|\]$/g, '')))
    throw new Error('`control.url` must be an address of this machine, such as `http://127.0.0.1:4020`.');
  const { name, value } = control.cookie;
  return { url, cookie: { name: cookieText(name, 'control.cookie.name'), value: cookieText(value, 'control.cookie.value') } };
}

/** RFC 6265, §4.1.1, without the characters that only one of name and value may have. */
function cookieText(value: unknown, at: string): string {
  if (typeof value === 'string' && /^[\w.~+-]+$/.test(value)) return value;
  throw new Error(`\`${at}\` must be a string of letters, digits and \`_.~+-\`.`);
}

function serviceOf(service: unknown, at: string): ServedService {
  if (!isRecord(service)) throw new Error(`\`${at}\` must be an object with \`id\` and \`url\`.`);
  const { id, name, docs, credentials = [], clients } = service;
  if (typeof id !== 'string' || id === '') throw new Error(`\`${at}.id\` must be the id of a document, or another name.`);
  if (!Array.isArray(credentials)) throw new Error(`\`${at}.credentials\` must be an array.`);
  if (clients !== undefined && !Array.isArray(clients)) throw new Error(`\`${at}.clients\` must be an array.`);
  return {
    id,
    ...(name === undefined ? {} : { name: textOf(name, `${at}.name`) }),
    url: addressOf(service.url, `${at}.url`),
    ...(docs === undefined ? {} : { docs: addressOf(docs, `${at}.docs`) }),
    credentials: credentials.map((credential, index) => credentialOf(credential, `${at}.credentials[${index}]`)),
    ...(clients === undefined ? {} : { clients: clients.map((client, index) => clientOf(client, `${at}.clients[${index}]`)) }),
  };
}

function clientOf(client: unknown, at: string): ServedClient {
  if (!isRecord(client)) throw new Error(`\`${at}\` must be an object with \`scheme\` and \`clientId\`.`);
  const { scheme, clientId, note } = client;
  return {
    scheme: textOf(scheme, `${at}.scheme`),
    clientId: textOf(clientId, `${at}.clientId`),
    ...(note === undefined ? {} : { note: textOf(note, `${at}.note`) }),
  };
}

function credentialOf(credential: unknown, at: string): ServedCredential {
  if (!isRecord(credential)) throw new Error(`\`${at}\` must be an object with \`scheme\` and \`value\`.`);
  const { scheme, value, note } = credential;
  return {
    scheme: textOf(scheme, `${at}.scheme`),
    value: isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([part, text]) => [part, textOf(text, `${at}.value.${part}`)]))
      : textOf(value, `${at}.value`),
    ...(note === undefined ? {} : { note: textOf(note, `${at}.note`) }),
  };
}

function textOf(value: unknown, at: string): string {
  if (typeof value === 'string') return value;
  throw new Error(`\`${at}\` must be a string.`);
}

/** Pages link these addresses, so no other scheme is allowed. */
function addressOf(value: unknown, at: string): string {
  if (typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '')) return value;
  throw new Error(`\`${at}\` must be an address such as \`http://127.0.0.1:4010\`.`);
}
