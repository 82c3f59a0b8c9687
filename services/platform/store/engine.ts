// Names the engines of the store.

export type Engine = 'sqlite' | 'postgres';
