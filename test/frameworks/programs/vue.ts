// Mounts the component for Vue.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { createApp } from 'vue';
import Shelf from '../vue/Shelf.vue';

export const mount = (root: HTMLElement): void => void createApp(Shelf).use(VueQueryPlugin).mount(root);
