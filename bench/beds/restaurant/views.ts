// How things are shown.
import { instant, millisecondsOf } from '../clock.ts';
import type { House } from './store.ts';
import type { Bill, Dish, Employee, Faults, Ingredient, Line, Order, Position, Reservation, Room, Table } from './things.ts';

export type Shown = Readonly<Record<string, unknown>>;

const MINUTE = 60_000;

export const roomView = ({ tables }: House, room: Room): Shown => ({
  ...room,
  tableCount: tables.all().filter(({ roomId }) => roomId === room.id).length,
});

function positionView({ x, y }: Position, faults: Faults): Shown {
  return faults.has('corner-lost') ? { x: x || null, y: y || null } : { x, y };
}

export const tableView = (table: Table, faults: Faults): Shown => ({
  ...table,
  position: table.position ? positionView(table.position, faults) : null,
  notes: (faults.has('empty-notes-null') ? table.notes || null : table.notes) ?? null,
});

export const dishView = (dish: Dish): Shown => ({
  ...dish,
  description: dish.description ?? null,
  imageUrl: dish.imageUrl ?? null,
  portion: dish.portion ?? null,
  season: dish.season ?? null,
});

export const endOf = ({ startsAt, durationMinutes }: { readonly startsAt: string; readonly durationMinutes: number }): number =>
  millisecondsOf(startsAt) + durationMinutes * MINUTE;

export const reservationView = (reservation: Reservation): Shown => ({
  ...reservation,
  startsAt: instant(reservation.startsAt),
  endsAt: new Date(endOf(reservation)).toISOString(),
  guest: { phone: null, email: null, loyaltyNumber: null, ...reservation.guest },
  occasion: reservation.occasion ?? null,
  notes: reservation.notes ?? null,
});

export function lineView({ parts: _, ...line }: Line): Shown {
  return { ...line, amount: line.unitPrice * line.quantity, comment: line.comment ?? null };
}

export const totalOf = ({ lines }: Order): number => lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);

export function orderView(order: Order): Shown {
  const { lastNumber: _, ...shown } = order;
  const { reservationId = null, note = null, lines } = order;
  return { ...shown, reservationId, note, lines: lines.map(lineView), total: totalOf(order) };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** What the payments of a bill come to. */
export function amountsOf({ subtotal, discountPercent, payments }: Bill) {
  const discount = Math.floor((subtotal * discountPercent) / 100);
  const tips = sum(payments.map(({ tip }) => tip));
  const paid = sum(payments.map(({ amount }) => amount));
  const total = subtotal - discount;
  return { discount, total, paid, tips, due: Math.max(0, total - paid) };
}

export function billView(bill: Bill): Shown {
  const amounts = amountsOf(bill);
  return { ...bill, ...amounts, status: amounts.due === 0 ? 'paid' : 'unpaid' };
}

export function employeeView({ pin, hourlyWage, ...employee }: Employee, isManager: boolean, faults: Faults): Shown {
  return {
    ...employee,
    hiredOn: employee.hiredOn ?? null,
    ...(isManager || faults.has('waiter-sees-wages') ? { hourlyWage: hourlyWage ?? null } : {}),
    ...(faults.has('pin-shown') ? { pin } : {}),
  };
}

export const ingredientView = (ingredient: Ingredient, faults: Faults): Shown => {
  const { stock, reorderLevel } = ingredient;
  return { ...ingredient, low: faults.has('low-only-below') ? stock < reorderLevel : stock <= reorderLevel };
};
