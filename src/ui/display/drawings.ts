/* Drawings in lights, 15 across and 9 down: `#` is lit, `o` is amber, `!` is red, a dot is off. A slash ends a row early, when the
   remaining lights are off. A screen contains only the drawings that it imports. */
export const firstDrawing =
  '.....#####/.....#...#/.....#.o.#/.o...#...#...o/.....#...#/.....#...#/.....#.#.#/.....#####/';
export const nothingDrawing = '/.......#/.......#/.......#/....#######/.......#/.......#/.......#/';
export const cartDrawing = '/.##/..##/...#########/...##.##.##/....#######/....#######//.....o...o';
export const searchDrawing = '/....####/...#....#/...#.o..#/...#....#/....####/........##/.........##/';
export const offlineDrawing = '/....#######/..##.......##/.#...#####...#/....#.....#/......###//.......!/';
export const wrongDrawing = '/.......!/.......!/.......!/.......!/.......!//.......!/';
export const doneDrawing = '/...........##/..........##/.........##/..##....##/...##..##/....####/.....##/';
export const moneyDrawing = '/....##...##/.....##.##/......###/....#######/.......#/....#######/.......#/';
export const bellDrawing = '/.......#/.....#####/....#######/....#######/....#######/...#########//.......o';
export const peopleDrawing = '/....###/....###...oo/....###...oo//..#######.ooo/..#######.ooo/..#######.ooo/';
export const postDrawing =
  '/..###########/..#.........#/..#..o.o.o..#/..#.........#/..###########/....##/....#/';
export const ordersDrawing =
  '/....#######/....#.....#/....#.ooo.#/....#.....#/....#.ooo.#/....#.....#/....#######/';
