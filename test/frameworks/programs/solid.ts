// Mounts the component for Solid.
import { QueryClient, QueryClientProvider } from '@tanstack/solid-query';
import { createComponent } from 'solid-js';
import { render } from 'solid-js/web';
import { Shelf } from '../solid/Shelf.tsx';

export const mount = (root: HTMLElement): void => {
  const client = new QueryClient();
  render(
    () =>
      createComponent(QueryClientProvider, {
        client,
        get children() {
          return createComponent(Shelf, {});
        },
      }),
    root,
  );
};
