// The runtime for the generated code in the browser: `data/<id>/contract/*.js` import it from `assets/runtime/`.
export * from '@octavo/runtime';
export { encodeRequest } from '@octavo/runtime/conformance';
