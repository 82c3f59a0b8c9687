// Handlers of version 1.1's operations tagged 'Account'.
import type { RequiredMicroblogV1AccountHandlers } from '@octavo/interfaces/b-microblog-v1';
import type { CallerV1, MicroblogPlatform } from '../deps.ts';
import {
  changeBackground,
  changeColours,
  changePicture,
  changeProfile,
  changeSettings,
  setDevice,
  settingsAnswer,
} from '../people/account.ts';

export const accountHandlers = (deps: MicroblogPlatform): RequiredMicroblogV1AccountHandlers<CallerV1> => ({
  getAccountSettings: (_input, context) => settingsAnswer(deps, context),
  updateAccountSettings: ({ body }, context) => changeSettings(deps, context, body),
  updateDeliveryDevice: ({ body }, context) => setDevice(deps, context, body),
  updateProfile: ({ body }, context) => changeProfile(deps, context, body),
  updateProfileImage: ({ body }, context) => changePicture(deps, context, body),
  updateProfileBackgroundImage: ({ body }, context) => changeBackground(deps, context, body),
  updateProfileColors: ({ body }, context) => changeColours(deps, context, body),
});
