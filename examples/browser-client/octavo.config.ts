import { defineConfig } from 'octavo';

export default defineConfig({
  documents: ['guest-book.yaml'],
  out: 'api',
  importExtension: '.ts',
});
