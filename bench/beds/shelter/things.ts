// The things that the service keeps.

interface Owned {
  readonly shelter: string;
}

export interface Kennel extends Owned {
  readonly code: string;
  species: string;
  places: number;
  features: readonly string[];
  note: string | null;
}

interface Photo {
  readonly id: number;
  readonly caption: string | null;
  readonly type: string;
  readonly size: number;
  readonly addedAt: number;
}

export interface Visit {
  readonly animal: number;
  readonly number: number;
  readonly at: number;
  readonly vet: string;
  readonly kind: string;
  readonly outcome: string;
  readonly weight: number | null;
  readonly medication: readonly { readonly name: string; readonly doses: number }[];
  readonly cost: number;
  readonly report: string | null;
}

export interface Animal extends Owned {
  readonly id: number;
  readonly species: string;
  readonly arrivedAt: number;
  name: string;
  sex: string;
  bornAt: number | null;
  chip: string | null;
  traits: readonly string[];
  kennel: string | null;
  note: string | null;
  status: string;
  weight: number | null;
  readonly photos: Photo[];
  readonly visits: Visit[];
}

export interface Adopter extends Owned {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly birthday: string | null;
  readonly address: object;
  readonly household: object;
  readonly wants: readonly string[];
  readonly references: readonly object[];
}

export interface Adoption extends Owned {
  readonly id: number;
  readonly animal: number;
  readonly adopter: number;
  readonly fee: number;
  readonly homeVisit: boolean;
  readonly message: string | null;
  readonly requestedAt: number;
  state: string;
  history: readonly { readonly step: string; readonly note: string | null; readonly at: number }[];
}

export interface Donation extends Owned {
  readonly receipt: string;
  readonly amount: number;
  readonly donor: string | null;
  readonly purpose: string;
  readonly animal: number | null;
  readonly receivedAt: number;
}

export interface Store {
  readonly kennels: Map<string, Kennel>;
  readonly animals: Map<number, Animal>;
  readonly adopters: Map<number, Adopter>;
  readonly adoptions: Map<number, Adoption>;
  readonly donations: Map<string, Donation>;
  /** The next id of a kind of things. It is counted over all shelters. */
  readonly next: (kind: 'animal' | 'adopter' | 'adoption' | 'photo' | 'donation') => number;
}
