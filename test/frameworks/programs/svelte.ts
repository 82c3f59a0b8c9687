// Mounts the component for Svelte.
import { mount as mountComponent } from 'svelte';
import App from './SvelteApp.svelte';

export const mount = (target: HTMLElement): void => void mountComponent(App, { target });
