// The runtime's entry `/linear`, for the generated code of documents with patterns that may take long.
export * from '@octavo/runtime/linear';
