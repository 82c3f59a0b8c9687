// The names, without case and separators, of what stands around the items of a list: how many there are, and where the list goes on. One list for the
// tester and the mock.

/** Numbers of all items. A `total` of an answer that has no pages may be another sum. */
export const TOTALS = names('total totalcount totalitems totalresults totalelements totalrecords totalhits totalsize');
/** Numbers of items that may be those of the page. */
export const COUNTS = names('count itemcount resultcount');
export const PAGES = names('totalpages pagecount pages numpages');
/** Whether more items follow. */
export const MORE = names('hasmore hasnext hasnextpage more moreavailable istruncated hasmoreitems');
/** Headers with the number of all items. */
export const TOTAL_HEADERS = names('xtotalcount xtotal totalcount xtotalitems xpaginationtotalcount xpaginationtotal');
/** Objects that say these things of a page. */
export const PAGE_OBJECTS = names('meta metadata pagination paging page pageinfo paginginfo');
/** Addresses of the next page. */
export const NEXT_LINKS = names('next nextlink nexturl nextpage nextpageurl nexthref odatanextlink nextpagelink nexturi');
export const PREVIOUS_LINKS = names(
  'prev previous prevlink previouslink prevurl previousurl prevpage previouspage prevpageurl previouspageurl',
);
/** Cursors of the next page, the clearest first. */
export const NEXT_CURSORS = names(
  'nextcursor nextpagetoken nexttoken nextmarker nextafter nextpagecursor continuationtoken endcursor next nextpage after cursor marker',
);
export const PREVIOUS_CURSORS = names('previouscursor prevcursor previouspagetoken prevpagetoken prevtoken prev previous');
/** Numbers of the next page, or of the items before it. */
export const NEXT_NUMBERS = names('next nextpage nextoffset');

function names(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
