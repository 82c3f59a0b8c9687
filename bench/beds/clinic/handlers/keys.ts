// The keys that a clinic makes for itself.
import { randomBytes } from 'node:crypto';
import type { Role } from '../things.ts';
import { found, type Part } from './call.ts';

export const keys: Part = (store, faults) => ({
  createKey: async ({ clinic, input }) => {
    const { label, role } = await input<{ label: string; role: Role }>();
    const secret = `clinic-${randomBytes(16).toString('hex')}`;
    const key = { id: store.id(), label, role, secret, createdAt: store.now() };
    clinic.keys.set(key.id, key);
    store.secrets.set(secret, { clinic, role });
    return { status: 201, body: key };
  },
  deleteKey: ({ clinic, id }) => {
    const key = found(clinic.keys, id('keyId'));
    clinic.keys.delete(key.id);
    if (!faults.has('deleted-key-works')) store.secrets.delete(key.secret);
    return { status: 204 };
  },
});
