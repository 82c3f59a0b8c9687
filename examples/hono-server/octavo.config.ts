import { defineConfig } from 'octavo';

export default defineConfig({
  documents: ['tool-shed.yaml'],
  out: 'api',
  importExtension: '.ts',
});
