// The shops and the customers of the story.

import { hashOf } from '../../platform/secrets.ts';
import type { Row } from '../tables.ts';

/** Keys of the seeded shops. */
export const keys = {
  fernAndOak: 'sk_test_4cT9mZq1XvB7rLw2HnD8',
  saltWind: 'sk_test_8pKd3Yw6Jf0sGu5RaE2h',
} as const;

export const SHOP = 'merchant_11vFernOak4';
export const CAMILLE = 'customer_11wTq8P5mXcJfL';

/** A moment of the story, by its seconds since 1970. */
export type At = (seconds: number) => number;

export const shops: readonly Row<'f_shops'>[] = [
  { id: SHOP, name: 'Fern & Oak', website: 'https://fernandoak.example' },
  { id: 'merchant_11vSaltWnd7', name: 'Salt & Wind', website: 'https://saltwind.example' },
];

export const keysOfShops: readonly Row<'f_keys'>[] = [
  { hash: hashOf(keys.fernAndOak), shop: SHOP, value: keys.fernAndOak, position: 1, is_revoked: false },
  { hash: hashOf(keys.saltWind), shop: 'merchant_11vSaltWnd7', value: keys.saltWind, position: 2, is_revoked: false },
];

export function customers(at: At): Row<'f_customers'>[] {
  const hugo = {
    first_name: 'Hugo',
    last_name: 'Lambert',
    email: 'hugo@cafe-des-terreaux.example',
    phone: '+33639985521',
    country: 'FR',
    is_business: true,
    business_name: 'Café des Terreaux',
    business_id_number: '902415770',
  };
  const camille = {
    first_name: 'Camille',
    last_name: 'Roussel',
    email: 'camille.roussel@example.com',
    phone: '+33639981204',
    birth_date: '1991-07-23',
    country: 'FR',
    is_business: false,
    addresses: [
      {
        id: 'address_11wTq8P9sLuHrK',
        created: Math.floor(at(1772443920) / 1_000),
        line1: '14 rue des Remparts',
        postal_code: '69002',
        city: 'Lyon',
        country: 'FR',
      },
    ],
  };
  const ofShop = { shop: SHOP, email_verified: true, card_works: true };
  return [
    {
      id: 'customer_11vKd3YwN6tQhB',
      ...ofShop,
      position: 1,
      created_at: at(1770298810),
      email_key: hugo.email,
      details: hugo,
      phone_verified: false,
    },
    {
      id: CAMILLE,
      ...ofShop,
      position: 2,
      created_at: at(1772443920),
      email_key: camille.email,
      details: camille,
      phone_verified: true,
    },
  ];
}
