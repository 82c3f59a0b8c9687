// Prints `callbacks.ts`: like webhooks, but each callback is sent to the URL that the request or the response of an operation gave.
import type { Callback, Service } from '../../model/service.ts';
import { type Folder, wholeOf } from '../files/layout.ts';
import type { EmitOptions } from '../files/options.ts';
import { heldTemplate } from '../held/code-paths.ts';
import { heldSchemas } from '../held/held.ts';
import { identifier } from '../text/escape.ts';
import { wrappedLiteral } from '../text/wrapped-literal.ts';
import { type EventKind, emitEvents } from './events.ts';

export function emitCallbacks(service: Service, options: EmitOptions, folder: Folder = wholeOf(service, options)): string {
  const kind: EventKind<Callback> = {
    word: 'Callback',
    noun: 'callbacks',
    events: service.callbacks,
    createReceiver: 'createCallbackReceiver',
    handlersDoc: `Handlers of callbacks of ${service.title}. The receiver ignores callbacks without a handler.`,
    senderDoc: `Sends callbacks of ${service.title} to the URL that the operation's caller gave, without retries.`,
    createSender: 'createPoster',
    senderOptions: 'PosterOptions',
    send: 'sendCallback',
    exchange(callback, imports) {
      const answered = callback.address.some(
        (piece) => typeof piece === 'object' && (piece.from === 'response' || piece.from === 'status'),
      );
      const type = imports.type('runtime', answered ? 'AnsweredExchange' : 'Exchange');
      const types = callback.owners.map(({ typeName }) => {
        return `${type}<${imports.type('operations', `${typeName}Input`)}, ${imports.type('operations', `${typeName}Result`)}>`;
      });
      return [{ parameter: `exchange: ${types.join(' | ')}`, arguments: [addressName(callback), 'exchange'] }];
    },
    constants(callback, imports) {
      const head = `const ${addressName(callback)}: ${imports.type('runtime', 'Template')} = `;
      // Its owners have the same path, and one document gives a property the same name wherever one value may be of several schemas.
      const [owner] = callback.owners;
      const address = owner === undefined ? callback.address : heldTemplate(callback.address, owner, heldSchemas(service, options.held));
      return `${head}${wrappedLiteral(address, head.length, 0)};\n`;
    },
  };
  return emitEvents(kind, service, options, folder);
}

function addressName({ name }: Callback): string {
  return identifier(`${name}Address`);
}
