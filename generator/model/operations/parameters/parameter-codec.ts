// Chooses the codec of the runtime that writes and reads a parameter, a field or a header: by its style and shape, or by the media type of `content`.
import { isJson, isQueryForm } from '../../media-type.ts';
import type { Parameter, ParameterCodecName, ResponseHeader } from '../../service.ts';

/** The codec for the style and the kind of value (OpenAPI 3.1.1 §4.8.12.6). */
export function codecOf(parameter: Pick<Parameter, 'in' | 'style' | 'explode' | 'shape' | 'contentType'>): ParameterCodecName {
  const { in: where, contentType, style, explode, shape } = parameter;
  if (isQueryForm(parameter)) return 'querystringForm';
  if (contentType !== undefined) return contentCodecOf(contentType);
  const isDelimited = style === 'spaceDelimited' || style === 'pipeDelimited';
  switch (shape.kind) {
    case 'primitive':
      if (where === 'header') return 'header';
      return isDelimited || style === 'deepObject' ? 'form' : style;
    case 'mixed':
    case 'free':
      return 'deepValue';
    case 'array':
      if (style === 'deepObject') return 'deepValue';
      // The text is the same, exploded or not.
      if (style === 'simple') return where === 'header' ? 'headerArray' : 'simpleArray';
      if (isDelimited) return explode ? 'formExplodeArray' : `${style}Array`;
      return explode ? `${style}ExplodeArray` : `${style}Array`;
    case 'object':
      if (style === 'deepObject') return style;
      if (isDelimited) return explode ? 'formExplodeObject' : `${style}Object`;
      if (where === 'header') return explode ? 'headerExplodeObject' : 'headerObject';
      return explode ? `${style}ExplodeObject` : `${style}Object`;
  }
}

/** Headers have one style, `simple` (Header Object). The lines of `Set-Cookie` cannot be joined. */
export function headerCodecOf(header: Pick<ResponseHeader, 'name' | 'explode' | 'shape' | 'contentType'>): ParameterCodecName {
  const codec = codecOf({ ...header, in: 'header', style: 'simple' });
  if (header.name.toLowerCase() !== 'set-cookie') return codec;
  return codec === 'header' || codec === 'contentText' ? 'setCookie' : codec === 'headerArray' ? 'setCookieArray' : codec;
}

export function contentCodecOf(contentType: string): 'contentJson' | 'contentText' {
  return isJson(contentType) ? 'contentJson' : 'contentText';
}
