// What the laboratories have, in memory.
import { Clock } from '../clock.ts';
import type { Client, Instrument, Invoice, Order, Test, Worklist } from './things.ts';

/** The things of one laboratory, each kind in the order of creation. */
export class Lab {
  readonly clients = new Map<string, Client>();
  readonly tests = new Map<string, Test>();
  readonly instruments = new Map<string, Instrument>();
  readonly orders = new Map<string, Order>();
  readonly worklists = new Map<string, Worklist>();
  readonly invoices = new Map<string, Invoice>();
}

export type LabName = 'north' | 'south';

/** Numbers of things, which the laboratories share. */
interface Numbers {
  client: number;
  instrument: number;
  order: number;
  worklist: number;
  invoice: number;
}

export class Store {
  readonly clock = new Clock();
  readonly labs: Readonly<Record<LabName, Lab>> = { north: new Lab(), south: new Lab() };
  readonly #last: Numbers = { client: 1000, instrument: 100, order: 0, worklist: 0, invoice: 0 };

  #next(kind: keyof Numbers): number {
    this.#last[kind] += 1;
    return this.#last[kind];
  }

  clientId = (): string => `C${this.#next('client')}`;
  instrumentId = (): string => `I${this.#next('instrument')}`;
  orderNo = (): string => `L-${String(this.#next('order')).padStart(6, '0')}`;
  worklistId = (): string => `W-${String(this.#next('worklist')).padStart(4, '0')}`;
  invoiceNo = (): string => `INV-${String(this.#next('invoice')).padStart(6, '0')}`;
}
