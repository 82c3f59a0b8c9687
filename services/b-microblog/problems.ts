// Makes the errors that stand beside data: what was not found, and what a caller may not see.

import type {
  FieldUnauthorizedProblem,
  ResourceNotFoundProblem,
  ResourceType,
  ResourceUnauthorizedProblem,
  ResponseSection,
} from '@octavo/interfaces/b-microblog';

const PROBLEMS = 'https://microblog.example.com/problems/';

/** How sentences call an object. */
const NOUNS: Readonly<Record<ResourceType, string>> = { user: 'user', tweet: 'post', media: 'file', list: 'list', space: 'Space' };

/** An object by what names it. */
interface Named {
  readonly type: ResourceType;
  /** The parameter with the value, or the field that refers to the object. */
  readonly parameter: string;
  readonly value: string;
}

/** @param detail absent: that no object has the value as its identifier */
export function notFound(
  { type, parameter, value }: Named,
  detail = `No ${NOUNS[type]} has the identifier ${value}.`,
): ResourceNotFoundProblem {
  return {
    title: 'Not Found Error',
    detail,
    type: `${PROBLEMS}resource-not-found`,
    resource_type: type,
    resource_id: value,
    parameter,
    value,
  };
}

export function notAuthorized(
  { type, parameter, value }: Named,
  section: ResponseSection,
  detail = `You may not see the ${NOUNS[type]} ${value}.`,
): ResourceUnauthorizedProblem {
  return {
    title: 'Authorization Error',
    detail,
    type: `${PROBLEMS}not-authorized-for-resource`,
    resource_type: type,
    resource_id: value,
    parameter,
    value,
    section,
  };
}

/** @param id of the object with the field */
export function fieldNotAuthorized(type: ResourceType, field: string, id: string, section: ResponseSection): FieldUnauthorizedProblem {
  return {
    title: 'Field Authorization Error',
    detail: `You may not see the field ${field} of the ${NOUNS[type]} ${id}.`,
    type: `${PROBLEMS}not-authorized-for-field`,
    field,
    resource_type: type,
    section,
  };
}
