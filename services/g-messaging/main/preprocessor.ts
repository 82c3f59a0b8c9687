// Handlers of the operations of the main document tagged 'Preprocessor'.

import type { RequiredMessagingPreprocessorHandlers } from '@octavo/interfaces/g-messaging';
import type { Caller, Deps } from '../deps.ts';
import { fileStatus, updateFile, uploadFile } from '../sites/files.ts';
import { write } from '../store.ts';

export const preprocessorHandlers = (deps: Deps): RequiredMessagingPreprocessorHandlers<Caller> => ({
  async getPreprocessorStatus({ query }, { principal: { account } }) {
    return { status: 200, body: await fileStatus(deps.store.read, account, query?.fileName) };
  },
  async uploadPreprocessorFile({ body }, { principal: { account } }) {
    return { status: 200, body: await write(deps, (unit) => uploadFile(unit, account, body)) };
  },
  async updatePreprocessorFile({ body }, { principal: { account } }) {
    return { status: 200, body: await write(deps, (unit) => updateFile(unit, account, body)) };
  },
});
