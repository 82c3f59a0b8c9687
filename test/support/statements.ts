// The channel on which a store of the services announces each statement that it executes.
import { channel } from 'node:diagnostics_channel';

export const statements = channel('octavo.services.store.statement');
