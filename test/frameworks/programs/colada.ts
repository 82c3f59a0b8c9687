// Mounts the component for Pinia Colada, in Vue.
import { PiniaColada } from '@pinia/colada';
import { createPinia } from 'pinia';
import { createApp } from 'vue';
import Shelf from '../colada/Shelf.vue';

export const mount = (root: HTMLElement): void => void createApp(Shelf).use(createPinia()).use(PiniaColada).mount(root);
