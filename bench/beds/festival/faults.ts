// The faults of the festival service, by class. Each is off until the service is started with its id.
import { faultsOf } from '../bed.ts';

export const faults = faultsOf({});
