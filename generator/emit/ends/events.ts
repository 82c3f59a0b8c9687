// Prints `webhooks.ts` or `callbacks.ts`: the handlers and the receiver, the methods of the sender, and one row per event that both use.
import type { Service, Webhook, WebhookSignatureFacts } from '../../model/service.ts';
import { createImports, type Imports } from '../files/imports.ts';
import type { Folder } from '../files/layout.ts';
import type { EmitOptions } from '../files/options.ts';
import { isInputOptional, methodSignature } from '../operations/operation-types.ts';
import { docOrPlace, lineOrPlace } from '../operations/words.ts';
import { docComment, generatedBy, identifier, jsonLiteral } from '../text/escape.ts';
import { eventNames, namesOf } from '../text/names.ts';
import { routeRow, serverInfo } from './routes.ts';

/**
 * The differences between webhooks and callbacks in generated code. `createReceiver`, `createSender`, `senderOptions` and `send` are names of the
 * runtime.
 */
export interface EventKind<Event extends Webhook> {
  readonly word: 'Webhook' | 'Callback';
  /** The name of the constant with the rows; also used in comments. */
  readonly noun: 'webhooks' | 'callbacks';
  readonly events: readonly Event[];
  readonly createReceiver: string;
  readonly handlersDoc: string;
  readonly senderDoc: string;
  readonly createSender: string;
  readonly senderOptions: string;
  readonly send: string;
  /** The parameter that gives the URL of one event, and the arguments that `send` gets for it; empty where the sender knows the URL. */
  exchange(event: Event, imports: Imports): readonly { readonly parameter: string; readonly arguments: readonly string[] }[];
  /** The constants that one event needs beside its row. */
  constants(event: Event, imports: Imports): string;
}

interface File<Event extends Webhook> {
  readonly kind: EventKind<Event>;
  readonly service: Service;
  readonly names: ReturnType<typeof eventNames>;
  readonly imports: Imports;
  /** The name of the constant for each kind of signature, by the signature as JSON. */
  readonly signatures: ReadonlyMap<string, string>;
}

export function emitEvents<Event extends Webhook>(kind: EventKind<Event>, service: Service, options: EmitOptions, folder: Folder): string {
  const names = eventNames(service, kind.word);
  const signatures = signaturesOf(kind);
  const own = [...signatures.values(), ...kind.events.map(({ name }) => `${name}Address`)];
  const imports = createImports({
    options,
    folder,
    file: kind.noun,
    taken: namesOf(service).taken,
    locals: [...own, kind.noun, 'handlers', 'options', 'input', 'exchange', 'sender'],
  });
  const file: File<Event> = { kind, service, names, imports, signatures };
  const info = imports.value('operations', namesOf(service).service);
  const parts = [
    handlersInterface(file),
    receiverFunction(serverInfo(service, imports), file),
    senderInterface(file),
    senderFunction(info, file),
    ...constants(file),
  ];
  return [`${generatedBy(service.id)}${imports.text()}`, ...parts].join('\n');
}

/** One constant for each kind of signature: `webhookSignature` if there is only one, else named after the first webhook that uses it. */
function signaturesOf<Event extends Webhook>({ events, word }: EventKind<Event>): Map<string, string> {
  const first = new Map<string, string>();
  for (const { name, signature } of events) {
    const key = signature && jsonLiteral(signature);
    if (key !== undefined && !first.has(key)) first.set(key, name);
  }
  const only = `${word.toLowerCase()}Signature`;
  return new Map([...first].map(([key, name]) => [key, identifier(first.size === 1 ? only : `${name}Signature`)]));
}

function signatureOf<Event extends Webhook>({ signature }: Event, { signatures }: File<Event>): string | undefined {
  return signature === undefined ? undefined : signatures.get(jsonLiteral(signature));
}

function handlersInterface<Event extends Webhook>({ kind, names, imports }: File<Event>): string {
  const context = imports.type('runtime', 'WebhookContext');
  const methods = kind.events.map((event) => {
    const [input, result] = typesOf(event, imports);
    const answer = `${result} | ${imports.global('Promise')}<${result}>`;
    return (
      docOrPlace(event, '  ', imports) + methodSignature(`${identifier(event.name)}?`, [`input: ${input}`, `context: ${context}`], answer)
    );
  });
  return `${docComment([kind.handlersDoc])}export interface ${names.handlers} {\n${methods.join('')}}\n`;
}

function receiverFunction<Event extends Webhook>(info: string, { kind, service, names, imports, signatures }: File<Event>): string {
  const options = `options: ${imports.type('runtime', 'WebhookReceiverOptions')}${signatures.size === 0 ? ' = {}' : ''}`;
  const create = imports.value('runtime', kind.createReceiver);
  return (
    docComment([`Creates a receiver of ${kind.noun} of ${service.title}, at any path. It verifies signatures before it reads bodies.`]) +
    `export function ${names.createReceiver}(handlers: ${names.handlers}, ${options}): ${imports.type('runtime', 'FetchHandler')} {\n` +
    `  return ${create}(${info}, ${kind.noun}, handlers, options);\n}\n`
  );
}

function senderInterface<Event extends Webhook>({ kind, names, imports }: File<Event>): string {
  const methods = kind.events.map((event) => {
    const [input, result] = typesOf(event, imports);
    const parameters = [
      ...kind.exchange(event, imports).map(({ parameter }) => parameter),
      `input${isInputOptional(event) ? '?' : ''}: ${input}`,
      `options?: ${imports.type('runtime', 'SendOptions')}`,
    ];
    return (
      lineOrPlace(event, '  ', imports) + methodSignature(identifier(event.name), parameters, `${imports.global('Promise')}<${result}>`)
    );
  });
  return `${docComment([kind.senderDoc])}export interface ${names.sender} {\n${methods.join('')}}\n`;
}

function senderFunction<Event extends Webhook>(info: string, file: File<Event>): string {
  const { kind, names, imports } = file;
  const send = imports.value('runtime', kind.send);
  const methods = kind.events.map((event) => {
    const exchange = kind.exchange(event, imports);
    const input = isInputOptional(event) ? 'input ?? {}' : 'input';
    const handed = [
      'sender',
      ...exchange.flatMap((one) => one.arguments),
      imports.value('operations', event.name),
      signatureOf(event, file) ?? 'undefined',
      input,
      'options',
    ];
    const parameters = [...exchange.map(() => 'exchange'), 'input', 'options'];
    return `    ${identifier(event.name)}: (${parameters.join(', ')}) => ${send}(${handed.join(', ')}),\n`;
  });
  const isOptional = kind.word === 'Callback' && file.signatures.size === 0;
  return (
    docComment([kind.senderDoc, 'URLs inside private networks are refused, unless `allowPrivate` permits them.']) +
    `export function ${names.createSender}(options: ${imports.type('runtime', kind.senderOptions)}${isOptional ? ' = {}' : ''}): ${names.sender} {\n` +
    `  const sender = ${imports.value('runtime', kind.createSender)}(${info}, options);\n` +
    `  return {\n${methods.join('')}  };\n}\n`
  );
}

/** The signatures, the constants of single events, and the rows. */
function constants<Event extends Webhook>(file: File<Event>): string[] {
  const { kind, imports } = file;
  const signed = new Set<string>();
  const made = kind.events.flatMap((event) => {
    const { signature } = event;
    const name = signatureOf(event, file);
    const isFirst = name !== undefined && !signed.has(name);
    if (isFirst) signed.add(name);
    return (isFirst && signature !== undefined ? signatureConstant(name, signature, imports) : '') + kind.constants(event, imports);
  });
  const rows = kind.events.map((event) => {
    const signature = signatureOf(event, file);
    return `  ${routeRow(event, imports, ...(signature === undefined ? [] : [`signature: ${signature}`]))},\n`;
  });
  const type = imports.type('runtime', 'WebhookRoute');
  const text = made.join('');
  return [...(text === '' ? [] : [text]), `const ${kind.noun}: readonly ${type}[] = [\n${rows.join('')}];\n`];
}

function signatureConstant(name: string, signature: WebhookSignatureFacts, imports: Imports): string {
  const [factory, facts] = factoryOf(signature);
  return `const ${name} = /* @__PURE__ */ ${imports.value('runtime', factory)}(${jsonLiteral(facts)});\n`;
}

function factoryOf(signature: WebhookSignatureFacts): readonly [string, object] {
  const { scheme, ...facts } = signature;
  switch (scheme) {
    case 'hmac-hex':
      return ['hmacHexSignature', facts];
    case 'timestamped':
      return ['timestampedSignature', facts];
    case 'standard':
      return ['standardSignature', facts];
  }
}

function typesOf(event: Webhook, imports: Imports): readonly [string, string] {
  return [imports.type('operations', `${event.typeName}Input`), imports.type('operations', `${event.typeName}Result`)];
}
