// Generates the stub and the client of the sandbox's control from its document.
import { defineConfig } from 'octavo';

export default defineConfig({
  documents: [{ input: 'services/platform/control/control.yaml', name: 'Control' }],
  out: 'services/generated',
  importExtension: '.ts',
  schema: false,
});
