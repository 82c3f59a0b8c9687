import { defineConfig } from 'octavo';

export default defineConfig({
  documents: [
    {
      input: 'recipe-box.yaml',
      // What `octavo conform` needs to know: where the service is, and tokens of two cooks, of whom one may not read statistics.
      conform: {
        // A run creates, changes and deletes recipes.
        allowWrites: true,
        target: `http://127.0.0.1:${process.env.PORT ?? 3000}`,
        credentials: { given: { cook: 'saffron' }, other: { cook: 'nutmeg' }, unscoped: { cook: 'nutmeg' } },
      },
    },
  ],
  out: 'api',
  importExtension: '.ts',
  serve: 'src/dev.ts',
});
