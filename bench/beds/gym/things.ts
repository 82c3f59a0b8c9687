// What a chain of studios keeps, and what bodies bring.

/** The ids of the faults that are turned on. */
export type Faults = ReadonlySet<string>;

/** A thing as an answer shows it. */
export type Shown = Readonly<Record<string, unknown>>;

interface Address {
  readonly street: string;
  readonly city: string;
  readonly postalCode: string;
  readonly country: string;
}

interface Hours {
  readonly day: string;
  readonly opens: string;
  readonly closes: string;
}

interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

export interface NewStudio {
  readonly code: string;
  readonly name: string;
  readonly address: Address;
  readonly amenities: readonly string[];
  readonly lockerCount: number;
  readonly openedOn?: string | null;
  readonly website?: string | null;
  readonly openingHours?: readonly Hours[];
  readonly coordinates?: Coordinates | null;
  readonly tags: Readonly<Record<string, string>>;
}

interface Made {
  readonly id: string;
  readonly createdAt: string;
}

interface Changed extends Made {
  readonly updatedAt: string;
}

export interface Studio extends NewStudio, Changed {}

export interface NewRoom {
  readonly name: string;
  readonly capacity: number;
  readonly floor: number;
  readonly area?: number | null;
  readonly equipment: readonly { readonly item: string; readonly count: number }[];
}

export interface Room extends NewRoom, Made {
  readonly studioId: string;
}

export interface NewTrainer {
  readonly displayName: string;
  readonly email: string;
  readonly specialties: readonly string[];
  readonly hourlyRate?: number | null;
  readonly certifiedUntil?: string | null;
  readonly bio?: string | null;
}

export interface Trainer extends NewTrainer {
  readonly handle: string;
  readonly createdAt: string;
}

export interface NewCourse {
  readonly title: string;
  readonly level: string;
  readonly durationMinutes: number;
  readonly creditCost: number;
  readonly maxParticipants?: number | null;
  readonly waitingListSize: number;
  readonly trainer?: string | null;
  readonly languages: readonly string[];
  readonly description?: string | null;
}

export interface Course extends NewCourse, Changed {}

export interface NewSession {
  readonly roomId: string;
  readonly startsAt: string;
  readonly note?: string | null;
}

export interface Session extends NewSession, Made {
  readonly courseId: string;
  readonly endsAt: string;
  readonly status: 'scheduled' | 'cancelled';
  readonly capacity: number;
}

export interface NewMember {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone?: string | null;
  readonly birthDate?: string | null;
  readonly newsletter: boolean;
  readonly goals: readonly string[];
  readonly weeklyTarget?: number | null;
  readonly emergencyContact?: { readonly name: string; readonly phone: string } | null;
  readonly remarks?: string | null;
}

export interface Locker {
  readonly studioId: string;
  readonly number: number;
}

export interface NewMembership {
  readonly credits: number;
  readonly startsOn: string;
  readonly endsOn?: string | null;
  readonly price: { readonly amount: number; readonly currency: string };
}

export interface Membership extends NewMembership, Made {
  creditsLeft: number;
}

export interface Member extends NewMember, Made {
  readonly memberships: readonly Membership[];
  readonly locker: Locker | null;
}

export interface NewBooking {
  readonly sessionId: string;
  readonly memberId: string;
  readonly note?: string | null;
}

export interface Booking extends NewBooking, Made {
  readonly status: 'confirmed' | 'waiting' | 'cancelled';
  readonly creditsTaken: number;
  /** The membership that the credits were taken from. */
  readonly paidBy: string | null;
  readonly bookedBy: string;
  readonly cancelledAt: string | null;
}
