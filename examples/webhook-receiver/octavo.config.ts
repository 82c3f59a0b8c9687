import { defineConfig } from 'octavo';

export default defineConfig({
  documents: ['parcels.yaml'],
  out: 'api',
  importExtension: '.ts',
});
