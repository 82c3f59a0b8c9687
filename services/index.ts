// The services of the sandbox, as data.
export { openSandbox, type Sandbox, type SandboxOptions } from './platform/sandbox.ts';
