// The runtime's entry `/xml`, for the generated code of documents with XML bodies.
export * from '@octavo/runtime/xml';
