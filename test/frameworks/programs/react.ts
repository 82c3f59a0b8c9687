// Mounts the component for React.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Shelf } from '../react/Shelf.tsx';

export const mount = (root: HTMLElement): void =>
  createRoot(root).render(createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Shelf)));
