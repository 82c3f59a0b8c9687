// Reads the secret that signs the webhooks.

export function secret(): string {
  const { WEBHOOK_SECRET } = process.env;
  if (WEBHOOK_SECRET === undefined) throw new Error('Set WEBHOOK_SECRET: `node --env-file=example.env` does.');
  return WEBHOOK_SECRET;
}
