// Mounts the component for Preact.
import { QueryClient, QueryClientProvider } from '@tanstack/preact-query';
import { h, render } from 'preact';
import { Shelf } from '../preact/Shelf.tsx';

export const mount = (root: HTMLElement): void => render(h(QueryClientProvider, { client: new QueryClient() }, h(Shelf, null)), root);
