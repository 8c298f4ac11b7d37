import type { ParsedAddress } from '../../contract/buying/addresses';
import { isResidentId } from '../../contract/rules/fields';
import { areas, type ListedArea, namesOf } from '../kernel/areas';

const labels =
  /(收货人|收件人|联系人|姓名|名字|手机号码|手机号|手机|联系电话|电话号码|电话|所在地区|所在地|省市区|地区|详细地址|收货地址|收件地址|地址|身份证号码|身份证号|身份证|邮政编码|邮编|recipient|name|phone|mobile|tel|address|id card|id number)\s*[:：]\s*/gi;
const residentId = /(?<![\dA-Za-z])[1-9]\d{16}[\dXx](?![\dA-Za-z])/;
const mainland = /(?<![\d+])(?:(?:\+|00)?86[\s-]?)?(1[3-9]\d[\s-]?\d{4}[\s-]?\d{4})(?!\d)/;
const elsewhere = /\+[1-9](?:[\s-]?\d){6,14}(?!\d)/;

const ending =
  /(特别行政区|维吾尔自治区|壮族自治区|回族自治区|自治区|自治州|自治县|自治旗|地区|新区|省|市|区|县|旗|盟)$/;
/** `浙江` for 浙江省; a name that would be shortened to one character keeps its ending. */
function short(name: string): string {
  const cut = name.replace(ending, '');
  return cut.length > 1 ? cut : name;
}

interface Found {
  area: ListedArea;
  start: number;
  end: number;
}

/** The first occurrence of one of these names, full or short, at or after `from`; the longest if several begin there. */
function find(
  text: string,
  among: readonly ListedArea[],
  from: number,
  shortToo: boolean,
): Found | undefined {
  let best: Found | undefined;
  for (const area of among)
    for (const name of shortToo ? [area.name, short(area.name)] : [area.name]) {
      const start = text.indexOf(name, from);
      if (start < 0) continue;
      const end = start + name.length;
      if (!best || start < best.start || (start === best.start && end > best.end))
        best = { area, start, end };
    }
  return best;
}

const level = (length: number) => areas.filter(({ code }) => code.length === length);
const provinces = level(2);
const cities = level(4);
const districts = areas.filter(({ code }) => code.length >= 6);
/** Characters that may lie between an area and the next smaller one. A name further on is a street named after the area. */
const near = 4;

/** The district that a text names, and the range of the text from its largest area to its own end. */
function findDistrict(text: string): Found | undefined {
  const province = find(text, provinces, 0, true);
  const inside = province ? cities.filter(({ parent }) => parent === province.area.code) : cities;
  const named = find(text, inside, province?.end ?? 0, true);
  const city = named && (!province || named.start - province.end <= near) ? named : undefined;
  const above = city ?? province;
  if (!above) return onlyOne(text);
  const within = districts.filter(({ code }) => code.startsWith(above.area.code));
  const district = find(text, within, above.end, !!city);
  if (!district || district.start - above.end > near) return;
  return { ...district, start: (province ?? above).start };
}

/** A district without its province and city, if no other district has the same name. */
function onlyOne(text: string): Found | undefined {
  const district = find(text, districts, 0, false);
  const alike = districts.filter(({ name }) => name === district?.area.name);
  return alike.length === 1 ? district : undefined;
}

/** Removes the text that a pattern matches, and returns it. */
function take(text: string, pattern: RegExp): [found: string | undefined, rest: string] {
  const found = pattern.exec(text);
  if (!found) return [undefined, text];
  const rest = `${text.slice(0, found.index)}\n${text.slice(found.index + found[0].length)}`;
  return [found[1] ?? found[0], rest];
}

const tidy = (text: string) =>
  text.replace(/^[\s,，。;；、]+|[\s,，。;；、]+$/g, '').replace(/\s*\n\s*/g, ' ');
const looksLikeName = (text: string) =>
  /^[\p{L}\p{M} .·'’-]{2,30}$/u.test(text) && !/[省市区县路街道号楼室]/.test(text);

/**
 * Parses an address copied from a chat or a shop: in any order, with or without labels, on one or several lines. The remaining text is
 * the street; a name is a separate piece that could be one.
 */
export function parseAddress(typed: string): ParsedAddress {
  const plain = typed.normalize('NFKC').replace(labels, '\n');
  const [idCard, withoutId] = take(plain, residentId);
  const [phone, withoutMobile] = take(withoutId, mainland);
  const [international, rest] = phone ? [undefined, withoutMobile] : take(withoutMobile, elsewhere);
  const userphone = (phone ?? international)?.replace(/[\s-]/g, '');

  const district = findDistrict(rest);
  const outside = district ? [rest.slice(0, district.start), rest.slice(district.end)] : [rest];
  const pieces = outside.map((part) =>
    part.split(district ? /[\n\t,，;；]+|\s{1,}/ : /[\n\t;；]+/).map(tidy),
  );
  const all = pieces.flat().filter(Boolean);
  // A piece before the area is a person's name; after the area only a separate last piece is.
  const before = (pieces[0] ?? []).filter(Boolean);
  const username = district
    ? (before.find(looksLikeName) ?? (all.length > 1 ? [...all].reverse().find(looksLikeName) : undefined))
    : all.length > 1
      ? all.find(looksLikeName)
      : undefined;
  const address = tidy(
    all.filter((piece, at) => piece !== username || all.indexOf(piece) !== at).join(district ? ' ' : ', '),
  );
  return {
    ...(username && { username }),
    ...(userphone && { userphone }),
    ...(idCard && isResidentId(idCard) && { idCard: idCard.toUpperCase() }),
    ...(district && { area: { code: district.area.code, names: namesOf(district.area.code) } }),
    ...(address && { address }),
  };
}
