// Plans a receiver of the webhooks of a service to start from: one file with a handler for each webhook, which runs on node:http.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { heldSchemas } from '../emit/held/held.ts';
import { operationLine } from '../emit/operations/operation-types.ts';
import { successOf } from '../emit/operations/status.ts';
import { stringLiteral } from '../emit/text/escape.ts';
import type { Service, Webhook } from '../model/service.ts';
import { exampleResult } from './example.ts';
import { importNotImplemented } from './handlers.ts';
import { importPath } from './names.ts';
import type { ScaffoldOptions, ScaffoldPlan } from './options.ts';

/** An existing file is not changed; the advice names the handlers that it lacks. */
export function planWebhooks(service: Service, options: ScaffoldOptions): ScaffoldPlan {
  const file = path.join(options.folder, 'webhooks.ts');
  const names = service.webhooks.map(({ name }) => name);
  if (!existsSync(file))
    return { files: new Map([[file, receiverText(service, options)]]), added: names, kept: [], isNew: false, advice: [] };
  const text = readFileSync(file, 'utf8');
  const missing = names.filter((name) => !text.includes(name));
  const advice = missing.length === 0 ? [] : [`Add the missing handlers to webhooks.ts: ${missing.join(', ')}.`];
  return { files: new Map(), added: [], kept: names.filter((name) => !missing.includes(name)), isNew: false, advice };
}

function receiverText(service: Service, options: ScaffoldOptions): string {
  const { runtime } = options;
  const word = `${service.name}Webhook`;
  const blank = importNotImplemented(runtime, () => false);
  const held = heldSchemas(service, options.held);
  const results = service.webhooks.map((webhook) => resultOf(webhook) ?? exampleResult(webhook, held)?.text);
  const handlers = service.webhooks.map((webhook, index) => {
    const result = results[index];
    const body = result === undefined ? `return ${blank.name}();` : `return ${result.replaceAll('\n', '\n  ')};`;
    return `${operationLine(webhook, '  ')}  ${webhook.name}(_input, _context) {\n    ${body}\n  },\n`;
  });
  const isSigned = service.webhooks.some(({ signature }) => signature !== undefined);
  const secrets = [
    '{',
    '  // The valid secrets, two of them while one is being rotated. Without any, every webhook is rejected.',
    "  secrets: () => (process.env.WEBHOOK_SECRETS ?? '').split(','),",
    '}',
  ].join('\n');
  return `// Receives the webhooks of the ${service.name} service on node:http. Edit it freely.
${results.includes(undefined) ? `${blank.statement}\n` : ''}import { serve } from ${stringLiteral(`${runtime}/node`)};
import { create${word}Receiver, type ${word}Handlers } from ${stringLiteral(importPath(options.folder, path.join(options.generated, `index${options.importExtension}`)))};

const handlers: ${word}Handlers = {
${handlers.join('\n')}};

const receiver = create${word}Receiver(handlers${isSigned ? `, ${secrets}` : ''});

const { url } = await serve(receiver, { port: Number(process.env.PORT ?? 3000) });
console.log(\`${service.name} webhooks go to \${url}\`);
`;
}

/** A success response without a body, if the document has one: senders only look at the status. */
function resultOf({ responses }: Webhook): string | undefined {
  const plain = responses.filter(({ contents, headers }) => contents.length === 0 && !headers.some(({ required }) => required));
  const [status] = plain.flatMap((response) => successOf(response, responses) ?? []);
  return status === undefined ? undefined : `{ status: ${status} }`;
}
