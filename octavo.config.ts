// Generates the package in generated/ from the documents in specs/.
import { defineConfig } from 'octavo';

export default defineConfig({
  documents: [
    { input: 'specs/a-identity.yaml', name: 'Identity' },
    { input: 'specs/b-microblog.yaml', name: 'Microblog', split: 'tags', bundle: true },
    { input: 'specs/b-microblog-v1.yaml', name: 'MicroblogV1', int64: 'bigint', split: 'tags' },
    { input: 'specs/c-controller.yaml', name: 'Controller', int64: 'bigint' },
    { input: 'specs/d-events.yaml', name: 'Events' },
    { input: 'specs/e-scheduling.yaml', name: 'Scheduling' },
    { input: 'specs/f-instalments.yaml', name: 'Instalments' },
    { input: 'specs/g-messaging.yaml', name: 'Messaging', split: 'tags' },
    { input: 'specs/g-messaging-marketing.yaml', name: 'MessagingMarketing' },
    { input: 'specs/h-email.yaml', name: 'Email' },
  ],
  out: 'generated',
  importExtension: '.ts',
  examples: true,
  statements: 'specs/statements.yaml',
  serve: './services/dev.ts',
});
