// Handlers of version 1.1's operations tagged 'Help'.
import type { RequiredMicroblogV1HelpHandlers } from '@octavo/interfaces/b-microblog-v1';
import type { CallerV1 } from '../deps.ts';
import { CONFIGURATION, LANGUAGES, PRIVACY, TERMS } from '../help.ts';

export const helpHandlers: RequiredMicroblogV1HelpHandlers<CallerV1> = {
  getConfiguration: () => ({ status: 200, body: CONFIGURATION }),
  listLanguages: () => ({ status: 200, body: [...LANGUAGES] }),
  getPrivacyPolicy: () => ({ status: 200, body: { privacy: PRIVACY } }),
  getTermsOfService: () => ({ status: 200, body: { tos: TERMS } }),
};
