// The runtime for the generated code in the browser: `data/<id>/contract/*.js` import it from `assets/runtime/`.
export * from '@octavo/runtime';
export { encodeRequest } from '@octavo/runtime/conformance';
/** Servers and receivers alone use them, so that pages do without them: a name that is exported here hides the runtime's. */
export const combineHandlers = undefined;
export const cors = undefined;
export const createCallbackReceiver = undefined;
export const createServer = undefined;
export const createWebhookReceiver = undefined;
export const intercept = undefined;
export const preferredType = undefined;
export const shareItem = undefined;
export const watchStream = undefined;
export const withBody = undefined;
export const withTarget = undefined;
