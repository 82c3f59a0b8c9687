// Names that no schema or operation may take, since emitted code uses them or the language does.
import { lowerFirst } from './names.ts';

const split = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Types of the language and the platform that emitted code may use; a declaration of that name would hide them. */
const GLOBAL_TYPES = split(`
  AbortController AbortSignal Array ArrayBuffer ArrayLike AsyncGenerator AsyncIterable AsyncIterator Atomics Awaited BigInt BigInt64Array
  BigUint64Array Blob Boolean Buffer Capitalize ConstructorParameters DataView Date Error EvalError Exclude Extract File Float32Array
  Float64Array FormData Function Generator Headers Infinity InstanceType Int16Array Int32Array Int8Array Intl Iterable Iterator JSON
  Lowercase Map Math NaN NoInfer NonNullable Number Object Omit Parameters Partial Pick Promise PromiseLike PropertyKey Proxy RangeError
  Readonly ReadonlyArray ReadonlyMap ReadonlySet ReadableStream Record ReferenceError Reflect RegExp Request Required Response ReturnType
  Set SharedArrayBuffer String Symbol SyntaxError TextDecoder TextEncoder ThisType TypeError URIError URL URLSearchParams Uint16Array
  Uint32Array Uint8Array Uint8ClampedArray Uncapitalize Uppercase WeakMap WeakRef WeakSet
`);

/** Types of the runtime that `validators.ts` names beside those of schemas; other files import around names that are taken. */
const RUNTIME_TYPES = split('Evaluated Issue StandardSchema');

export const RESERVED_TYPES: ReadonlySet<string> = new Set([...GLOBAL_TYPES, ...RUNTIME_TYPES]);

/** Words that strict code in a module may not declare. */
const WORDS = split(`
  arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for
  function if implements import in instanceof interface let new null package private protected public return static super switch this
  throw true try typeof undefined var void while with yield
`);

/** Members that every object has or that a promise is known by (a client with a method `then` could not be awaited). */
export const MEMBERS: readonly string[] = split(`
  __proto__ constructor globalThis hasOwnProperty isPrototypeOf propertyIsEnumerable prototype then toJSON toLocaleString toString
  valueOf
`);

/** Names of parameters and constants in emitted code. */
const LOCALS = split('context handlers input issues options routes transport value');

export const RESERVED_VALUES: ReadonlySet<string> = new Set([...WORDS, ...MEMBERS, ...LOCALS]);

/** Types that the files of a service declare for themselves, by the service's name. */
export function serviceTypes(name: string): string[] {
  const endings = ['Client', 'ClientOptions', 'Credentials', 'Handlers', 'RefusalCode', 'Security', 'ServerOptions'];
  const webhooks = ['WebhookHandlers', 'WebhookReceiver', 'WebhookReceiverOptions', 'WebhookSender', 'WebhookSenderOptions'];
  const callbacks = ['CallbackHandlers', 'CallbackSender'];
  return [...[...endings, ...webhooks, ...callbacks].map((ending) => `${name}${ending}`), `Required${name}Handlers`];
}

/** Constants and functions that the files of a service declare for themselves, by the service's name. */
export function serviceValues(name: string): string[] {
  const made = ['Client', 'Server', 'WebhookReceiver', 'WebhookSender', 'CallbackReceiver', 'CallbackSender'].map(
    (ending) => `create${name}${ending}`,
  );
  return [...made, ...['Service', 'Errors', 'Validators'].map((ending) => lowerFirst(name) + ending)];
}
