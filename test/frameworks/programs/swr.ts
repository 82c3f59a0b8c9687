// Mounts the component for SWR, in React.
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Shelf } from '../swr/Shelf.tsx';

export const mount = (root: HTMLElement): void => createRoot(root).render(createElement(Shelf));
