// Signature headers of webhooks: valid signatures are accepted, any other headers are rejected, and nothing throws.
import { hmacHexSignature, timestampedSignature, type WebhookSignature } from '../../../runtime/webhooks/signature.ts';
import { standardSignature } from '../../../runtime/webhooks/standard.ts';
import { claim, type Fuzz, fieldValue, type Input, latin1Of } from '../support.ts';

interface Scheme {
  readonly signature: WebhookSignature;
  readonly names: readonly string[];
  readonly secret: string;
}

const SCHEMES: readonly Scheme[] = [
  {
    signature: standardSignature({ toleranceSeconds: 300 }),
    names: ['webhook-signature', 'webhook-timestamp', 'webhook-id'],
    secret: `whsec_${btoa('a secret that nobody knows')}`,
  },
  {
    signature: timestampedSignature({ header: 'X-Signature', toleranceSeconds: 300 }),
    names: ['x-signature'],
    secret: 'a secret that nobody knows',
  },
  {
    signature: hmacHexSignature({ header: 'X-Signature', keyHeader: 'X-Key' }),
    names: ['x-signature', 'x-key'],
    secret: 'a secret that nobody knows',
  },
];

const BODY = new TextEncoder().encode('{"event":"sent"}');

export const fuzz: Fuzz = async (input: Input) => {
  const { signature, names, secret } = input.pick(SCHEMES);
  const how = input.pick(['replace', 'append', 'prepend', 'body']);
  const name = names[input.byte() % names.length] ?? '';
  const rest = input.bytes();
  const text = fieldValue(latin1Of(rest));

  const good = await signature.sign(BODY, { secrets: [secret], key: 'k', id: 'msg_1' });
  const verify = (headers: Readonly<Record<string, string>>, body: typeof BODY) =>
    signature.verify(
      body,
      (field) => headers[field],
      (key) => (key === undefined || key === 'k' ? secret : undefined),
    );
  claim((await verify(good, BODY)) !== undefined, 'a valid signature was rejected', good);

  if (how === 'body') {
    const isSame = latin1Of(rest) === latin1Of(BODY);
    claim(((await verify(good, rest)) !== undefined) === isSame, 'the signature of another body was accepted');
    return;
  }
  const old = good[name] ?? '';
  const changed = how === 'replace' ? text : how === 'append' ? `${old}${text}` : `${text}${old}`;
  const verified = await verify({ ...good, [name]: changed }, BODY);
  if (changed === old) claim(verified !== undefined, 'a valid signature was rejected');
  // Only the signature header may contain more than the valid signature.
  else if (verified !== undefined)
    claim(/signature/.test(name) && changed.includes(old.replace(/^t=[0-9]+,/, '')), 'a changed header was accepted', name, changed);
};
