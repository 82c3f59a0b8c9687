// By what products are sorted.
import { byText } from '../../texts.ts';
import type { Product } from '../things.ts';

export const byTitle = (a: Product, b: Product): number => byText(a.title, b.title);
export const cheapest = ({ variants }: Product): number => Math.min(...variants.map(({ price }) => price));
export const dearest = ({ variants }: Product): number => Math.max(...variants.map(({ price }) => price));
