// What a house has, and what callers send.

export type Faults = ReadonlySet<string>;

export interface Room {
  readonly id: string;
  readonly name: string;
  readonly floor: number;
  readonly outdoor: boolean;
  readonly createdAt: string;
}

export interface Position {
  readonly x: number;
  readonly y: number;
}

export interface TableInput {
  readonly roomId: string;
  readonly label: string;
  readonly seats: number;
  readonly shape: string;
  readonly position?: Position | null;
  readonly features: readonly string[];
  readonly notes?: string | null;
}

export interface Table extends TableInput {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface DishIngredient {
  readonly code: string;
  readonly quantity: number;
}

interface Season {
  readonly from: string;
  readonly until: string;
}

export interface DishInput {
  readonly name: string;
  readonly course: string;
  readonly price: number;
  readonly description?: string | null;
  readonly allergens: readonly string[];
  readonly spiciness: number;
  readonly available: boolean;
  readonly imageUrl?: string | null;
  readonly portion?: { readonly amount: number; readonly unit: string } | null;
  readonly ingredients: readonly DishIngredient[];
  readonly translations: Readonly<Record<string, string>>;
  readonly season?: Season | null;
}

export interface Dish extends DishInput {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Period {
  readonly opens: string;
  readonly closes: string;
}

export interface Guest {
  readonly name: string;
  readonly phone?: string | null;
  readonly email?: string | null;
  readonly loyaltyNumber?: number | null;
}

export interface ReservationInput {
  readonly tableId: string;
  readonly startsAt: string;
  readonly durationMinutes: number;
  readonly party: number;
  readonly guest: Guest;
  readonly childAges: readonly number[];
  readonly occasion?: string | null;
  readonly tags: readonly string[];
  readonly notes?: string | null;
}

export interface Reservation extends ReservationInput {
  readonly id: string;
  readonly status: 'booked' | 'seated' | 'cancelled';
  readonly createdAt: string;
}

export interface LineInput {
  readonly dishId: string;
  readonly quantity: number;
  readonly comment?: string | null;
}

export interface Line extends LineInput {
  readonly number: number;
  readonly dishName: string;
  /** What a portion was made of when it was ordered. */
  readonly parts: readonly DishIngredient[];
  readonly unitPrice: number;
}

export interface OrderInput {
  readonly tableId: string;
  readonly guests: number;
  readonly reservationId?: string | null;
  readonly note?: string | null;
}

export interface Order extends OrderInput {
  readonly id: string;
  readonly till: string | null;
  readonly status: 'open' | 'billed' | 'paid';
  readonly lines: readonly Line[];
  /** The number of the line that was added last. */
  readonly lastNumber: number;
  readonly billId: string | null;
  readonly openedAt: string;
}

export interface PaymentInput {
  readonly method: string;
  readonly amount: number;
  readonly tip: number;
}

export interface Bill {
  readonly id: string;
  readonly orderId: string;
  readonly subtotal: number;
  readonly discountPercent: number;
  readonly payments: readonly (PaymentInput & { readonly paidAt: string })[];
  readonly issuedAt: string;
}

export interface ShiftInput {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly station: string;
}

export interface EmployeeInput {
  readonly name: string;
  readonly role: string;
  readonly email: string;
  readonly pin: string;
  readonly hourlyWage?: number | null;
  readonly hiredOn?: string | null;
}

export interface Employee extends EmployeeInput {
  readonly id: string;
  readonly shifts: readonly (ShiftInput & { readonly id: string })[];
  readonly createdAt: string;
}

export interface IngredientInput {
  readonly name: string;
  readonly unit: string;
  readonly stock: number;
  readonly reorderLevel: number;
}

export interface Ingredient extends IngredientInput {
  readonly code: string;
  readonly updatedAt: string;
}
