// What the operations on customers, vehicles and the stock do.
import { choice, queryOf, words } from '../asks.ts';
import { available, badParameter, type Call, type Handler, jobsOf, PAGE, pageOf, requireMileage } from './call.ts';
import { type Customer, conflict, type JobState, notFound, type Part, showCustomer, showPart, type Vehicle } from './garage.ts';

function vehicleOf({ garage, path }: Call): Vehicle {
  const found = garage.vehicles.get(Number(path.vehicle_id));
  if (found === undefined) throw notFound('vehicle');
  return found;
}

function customerOf({ garage, path }: Call): Customer {
  const found = garage.customers.get(Number(path.customer_id));
  if (found === undefined) throw notFound('customer');
  return found;
}

function requirePlate({ garage, has }: Call, plate: string, own?: Vehicle): void {
  const bare = (written: string): string => (has('plate-as-written') ? written : written.replace(/[ -]/g, '').toUpperCase());
  const taken = [...garage.vehicles.values()].some((other) => other !== own && bare(other.plate) === bare(plate));
  if (taken) throw conflict('plate_taken', 'Another vehicle has this plate.');
}

const customers: Record<string, Handler> = {
  listCustomers(call) {
    const query = queryOf(call.search, { ...PAGE, q: words(1, 80), sort: choice(['created_at', 'name'], 'created_at') }, badParameter);
    const wanted = query.q?.toLowerCase() ?? '';
    const found = [...call.garage.customers.values()].filter(({ name }) => name.toLowerCase().includes(wanted));
    const key = ({ name }: Customer): string => (call.has('names-in-byte-order') ? name : name.toLowerCase());
    const order = (a: Customer, b: Customer): number => Number(key(a) > key(b)) - Number(key(a) < key(b));
    return pageOf(query.sort === 'name' ? found.toSorted(order) : found, query, (one) => showCustomer(call.garage, one));
  },
  createCustomer({ store, garage, body }) {
    const { name, phone = null } = body as { name: string; phone?: string | null };
    const customer = { id: store.nextId(), name, phone, created_at: store.clock.now() };
    garage.customers.set(customer.id, customer);
    return { status: 201, body: showCustomer(garage, customer) };
  },
  deleteCustomer(call) {
    const { id } = customerOf(call);
    const vehicles = [...call.garage.vehicles.values()].filter(({ customer_id }) => customer_id === id);
    const here: JobState[] = call.has('finished-car-forgotten') ? ['booked', 'in_progress'] : ['booked', 'in_progress', 'done'];
    if (vehicles.some((vehicle) => jobsOf(call, vehicle.id, ...here).length > 0))
      throw conflict('car_in_workshop', 'A vehicle of the customer has an unfinished job or has not been collected.');
    for (const vehicle of vehicles) call.garage.vehicles.delete(vehicle.id);
    call.garage.customers.delete(id);
    return { status: 204 };
  },
};

const vehicles: Record<string, Handler> = {
  addVehicle(call) {
    const { id } = customerOf(call);
    const { plate, make, model, year = null, mileage = 0 } = call.body as Omit<Vehicle, 'id' | 'customer_id'>;
    requirePlate(call, plate);
    const vehicle = { id: call.store.nextId(), customer_id: id, plate, make, model, year, mileage };
    call.garage.vehicles.set(vehicle.id, vehicle);
    return { status: 201, body: vehicle };
  },
  getVehicle: (call) => ({ status: 200, body: vehicleOf(call) }),
  changeVehicle(call) {
    const vehicle = vehicleOf(call);
    const { plate = vehicle.plate, mileage = vehicle.mileage } = call.body as Partial<Vehicle>;
    requirePlate(call, plate, vehicle);
    requireMileage(vehicle, mileage);
    return { status: 200, body: Object.assign(vehicle, { plate, mileage }) };
  },
};

const stock: Record<string, Handler> = {
  listParts({ garage, search, has }) {
    const query = queryOf(search, { ...PAGE, low: choice(['true', 'false'], undefined) }, badParameter);
    const isLow = (part: Part): boolean => (has('low-by-on-hand') ? part.on_hand : available(part)) < part.minimum;
    const found = [...garage.parts.values()].filter((part) => query.low === undefined || String(isLow(part)) === query.low);
    const sorted = found.toSorted((a, b) => (a.sku < b.sku ? -1 : 1));
    return pageOf(sorted, query, showPart);
  },
  putPart({ garage, path, body }) {
    const { sku = '' } = path;
    const { name, price_cents, on_hand, minimum = 0 } = body as Part;
    const old = garage.parts.get(sku);
    const reserved = old?.reserved ?? 0;
    if (on_hand < reserved) throw conflict('stock_reserved', `${reserved} of this part are reserved.`);
    const part = { sku, name, price_cents, on_hand, reserved, minimum };
    garage.parts.set(sku, part);
    return { status: old === undefined ? 201 : 200, body: showPart(part) };
  },
};

export const desk: Readonly<Record<string, Handler>> = { ...customers, ...vehicles, ...stock };
