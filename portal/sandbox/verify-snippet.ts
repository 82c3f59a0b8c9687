// Writes a receiver that verifies the signature of a delivery: with the runtime, and with the standard libraries of Node.js and Python.
import type { DeliverySignature } from '../../services/generated/control/index.ts';

type Receiver = Pick<DeliverySignature, 'scheme' | 'header' | 'key_header' | 'parameter' | 'tolerance_seconds' | 'algorithm'>;

export interface Snippet {
  readonly id: string;
  readonly label: string;
  readonly code: string;
}

/**
 * The first one verifies as the service's own receiver does. The two others are left out for Ed25519, whose keys those libraries read differently.
 */
export function verifySnippets(receiver: Receiver): readonly Snippet[] {
  const runtime = { id: 'runtime', label: '@octavo/runtime', code: withRuntime(receiver) };
  if (receiver.algorithm === 'Ed25519') return [runtime];
  return [
    runtime,
    { id: 'node', label: 'Node.js', code: withNode(receiver) },
    { id: 'python', label: 'Python', code: withPython(receiver) },
  ];
}

/** The names of the header, as JavaScript and Python write a string. */
const text = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function withRuntime({ scheme, header, key_header, parameter, tolerance_seconds = 300 }: Receiver): string {
  const [name, facts] = {
    standard: ['standardSignature', `toleranceSeconds: ${tolerance_seconds}`],
    timestamped: ['timestampedSignature', `header: ${text(header)}, toleranceSeconds: ${tolerance_seconds}`],
    'hmac-hex': [
      'hmacHexSignature',
      [
        `header: ${text(header)}`,
        ...(key_header === undefined ? [] : [`keyHeader: ${text(key_header)}`]),
        ...(parameter === undefined ? [] : [`query: ${text(parameter)}`]),
      ].join(', '),
    ],
  }[scheme];
  const signed =
    parameter === undefined
      ? 'new Uint8Array(await request.arrayBuffer())'
      : `new TextEncoder().encode(new URL(request.url).searchParams.get(${text(parameter)}) ?? '')`;
  return `import { ${name} } from '@octavo/runtime';

const signature = ${name}({ ${facts} });
const secret = process.env.WEBHOOK_SECRET ?? '';

export async function receive(request: Request): Promise<Response> {
  // ${parameter === undefined ? 'The bytes as they came: JSON that was parsed and written again has another signature.' : 'The parameter is signed, and no body.'}
  const signed = ${signed};
  const verified = await signature.verify(signed, (name) => request.headers.get(name) ?? undefined, secret);
  return new Response(null, { status: verified === undefined ? 401 : 204 });
}
`;
}

function withNode({ scheme, header, parameter, tolerance_seconds = 300 }: Receiver): string {
  const checks = {
    standard: `  const id = request.headers['webhook-id'] ?? '';
  const time = request.headers['webhook-timestamp'] ?? '';
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= ${tolerance_seconds})) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const right = createHmac('sha256', key).update(\`\${id}.\${time}.\`).update(signed).digest('base64');
  return String(request.headers[${text(header)}]).split(' ').some((one) => isSame(one, \`v1,\${right}\`));`,
    timestamped: `  const parts = String(request.headers[${text(header)}]).split(',');
  const time = parts.find((part) => part.startsWith('t='))?.slice(2) ?? '';
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= ${tolerance_seconds})) return false;
  const right = createHmac('sha256', secret).update(\`\${time}.\`).update(signed).digest('hex');
  return parts.some((part) => isSame(part, \`v1=\${right}\`));`,
    'hmac-hex': `  const right = createHmac('sha256', secret).update(signed).digest('hex');
  return isSame(String(request.headers[${text(header)}]), right);`,
  }[scheme];
  const signed =
    parameter === undefined
      ? `  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const signed = Buffer.concat(chunks);`
      : `  const signed = new URL(request.url, 'http://localhost').searchParams.get(${text(parameter)}) ?? '';`;
  return `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.WEBHOOK_SECRET ?? '';

function isSame(given, right) {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function isValid(request, signed) {
${checks}
}

createServer(async (request, response) => {
${signed}
  response.writeHead(isValid(request, signed) ? 204 : 401).end();
}).listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
`;
}

function withPython({ scheme, header, parameter, tolerance_seconds = 300 }: Receiver): string {
  const checks = {
    standard: `    identifier, moment = headers.get('webhook-id', ''), headers.get('webhook-timestamp', '')
    if not moment.isdigit() or abs(time.time() - int(moment)) > ${tolerance_seconds}:
        return False
    key = base64.b64decode(SECRET.removeprefix('whsec_'))
    digest = hmac.new(key, f'{identifier}.{moment}.'.encode() + signed, hashlib.sha256).digest()
    right = 'v1,' + base64.b64encode(digest).decode()
    return any(hmac.compare_digest(one.encode(), right.encode()) for one in headers.get(${text(header)}, '').split(' '))`,
    timestamped: `    parts = headers.get(${text(header)}, '').split(',')
    moment = next((part[2:] for part in parts if part.startswith('t=')), '')
    if not moment.isdigit() or abs(time.time() - int(moment)) > ${tolerance_seconds}:
        return False
    right = 'v1=' + hmac.new(SECRET.encode(), f'{moment}.'.encode() + signed, hashlib.sha256).hexdigest()
    return any(hmac.compare_digest(part.encode(), right.encode()) for part in parts)`,
    'hmac-hex': `    right = hmac.new(SECRET.encode(), signed, hashlib.sha256).hexdigest()
    return hmac.compare_digest(headers.get(${text(header)}, '').encode(), right.encode())`,
  }[scheme];
  const modules = ['hashlib', 'hmac', 'os', ...(scheme === 'hmac-hex' ? [] : ['time']), ...(scheme === 'standard' ? ['base64'] : [])];
  const signed =
    parameter === undefined
      ? `        signed = self.rfile.read(int(self.headers.get('content-length') or 0))`
      : `        signed = ''.join(parse_qs(urlsplit(self.path).query).get(${text(parameter)}, [])).encode()`;
  return `${modules
    .toSorted()
    .map((name) => `import ${name}`)
    .join('\n')}
from http.server import BaseHTTPRequestHandler, HTTPServer
${parameter === undefined ? '' : 'from urllib.parse import parse_qs, urlsplit\n'}
SECRET = os.environ.get('WEBHOOK_SECRET', '')


def is_valid(headers, signed):
${checks}


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
${signed}
        self.send_response(204 if is_valid(self.headers, signed) else 401)
        self.end_headers()

    do_GET = do_POST


HTTPServer(('127.0.0.1', int(os.environ.get('PORT', '3000'))), Receiver).serve_forever()
`;
}
