// The project of the console's tests.
export default { documents: ['workshop.yaml'], out: 'api', importExtension: '.ts', schema: false, serve: './serve.ts' };
