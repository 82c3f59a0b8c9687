// Reads the declared headers of a response. Rows of responses with headers name it, so that other bundles do not carry it.
import type { ReadHeaders } from '../contract/operation.ts';
import { setOwn } from '../contract/own.ts';

export const readHeaders: ReadHeaders = ({ headers: declared = [] }, response, headers, refuse) => {
  for (const { name, required, codec, shape } of declared) {
    const text = response.headers.get(name);
    if (text === null) {
      if (required) refuse(`its header ${name} is missing, or not exposed (Access-Control-Expose-Headers)`);
      continue;
    }
    const value = codec.readLines === undefined ? codec.read(text, shape, true) : codec.readLines(response.headers);
    if (value === undefined) refuse(`its header ${name} is malformed`);
    delete headers[name.toLowerCase()];
    setOwn(headers, name, value);
  }
};
