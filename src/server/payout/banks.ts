import type { Bank } from '../../contract/money/payout';
import type { Locale } from '../kernel/messages';
import { textIn } from '../kernel/texts';

/**
 * Code, name in English, name in Chinese; the best known first. Codes of the mainland's banks are those of Alipay's public list
 * (npm bankcardinfo 2.0.6) where it has the bank. A code is kept in accounts: changed by a migration only, never reused.
 */
type BankRow = readonly [code: string, en: string, zh: string];

const mainland: readonly BankRow[] = [
  ['ICBC', 'Industrial and Commercial Bank of China', '中国工商银行'],
  ['ABC', 'Agricultural Bank of China', '中国农业银行'],
  ['BOC', 'Bank of China', '中国银行'],
  ['CCB', 'China Construction Bank', '中国建设银行'],
  ['COMM', 'Bank of Communications', '交通银行'],
  ['PSBC', 'Postal Savings Bank of China', '中国邮政储蓄银行'],
  ['CMB', 'China Merchants Bank', '招商银行'],
  ['CITIC', 'China CITIC Bank', '中信银行'],
  ['CEB', 'China Everbright Bank', '中国光大银行'],
  ['CMBC', 'China Minsheng Bank', '中国民生银行'],
  ['CIB', 'Industrial Bank', '兴业银行'],
  ['SPDB', 'Shanghai Pudong Development Bank', '浦发银行'],
  ['SPABANK', 'Ping An Bank', '平安银行'],
  ['GDB', 'China Guangfa Bank', '广发银行'],
  ['HXBANK', 'Hua Xia Bank', '华夏银行'],
  ['CZBANK', 'China Zheshang Bank', '浙商银行'],
  ['BOHAIB', 'China Bohai Bank', '渤海银行'],
  ['EGBANK', 'Hengfeng Bank', '恒丰银行'],
  ['BJBANK', 'Bank of Beijing', '北京银行'],
  ['SHBANK', 'Bank of Shanghai', '上海银行'],
  ['JSBANK', 'Bank of Jiangsu', '江苏银行'],
  ['NJCB', 'Bank of Nanjing', '南京银行'],
  ['NBBANK', 'Bank of Ningbo', '宁波银行'],
  ['HZCB', 'Bank of Hangzhou', '杭州银行'],
  ['HSBANK', 'Huishang Bank', '徽商银行'],
  ['CDCB', 'Bank of Chengdu', '成都银行'],
  ['CSCB', 'Bank of Changsha', '长沙银行'],
  ['TCCB', 'Bank of Tianjin', '天津银行'],
  ['GCB', 'Bank of Guangzhou', '广州银行'],
  ['CQBANK', 'Bank of Chongqing', '重庆银行'],
  ['XACB', 'Bank of Xi’an', '西安银行'],
  ['QDCCB', 'Bank of Qingdao', '青岛银行'],
  ['HRBANK', 'Harbin Bank', '哈尔滨银行'],
  ['SJBANK', 'Shengjing Bank', '盛京银行'],
  ['ZYB', 'Zhongyuan Bank', '中原银行'],
  ['BJRCB', 'Beijing Rural Commercial Bank', '北京农商银行'],
  ['SHRCB', 'Shanghai Rural Commercial Bank', '上海农商银行'],
  ['CRCB', 'Chongqing Rural Commercial Bank', '重庆农村商业银行'],
  ['GRCB', 'Guangzhou Rural Commercial Bank', '广州农村商业银行'],
  ['SRCB', 'Shenzhen Rural Commercial Bank', '深圳农村商业银行'],
  ['RCC', 'Rural Credit Cooperative', '农村信用社'],
  ['WEBANK', 'WeBank', '微众银行'],
  ['MYBANK', 'MYbank', '网商银行'],
];

const elsewhere: readonly BankRow[] = [
  ['HSBC', 'HSBC', '汇丰银行'],
  ['SCB', 'Standard Chartered', '渣打银行'],
  ['CITI', 'Citibank', '花旗银行'],
  ['BOCHK', 'Bank of China (Hong Kong)', '中国银行（香港）'],
  ['HASE', 'Hang Seng Bank', '恒生银行'],
  ['BEA', 'Bank of East Asia', '东亚银行'],
  ['DBS', 'DBS Bank', '星展银行'],
  ['OCBC', 'OCBC Bank', '华侨银行'],
  ['UOB', 'United Overseas Bank', '大华银行'],
  ['MAYBANK', 'Maybank', '马来亚银行'],
  ['CIMB', 'CIMB Bank', '联昌国际银行'],
  ['PBB', 'Public Bank', '大众银行'],
  ['BBL', 'Bangkok Bank', '盘谷银行'],
  ['KBANK', 'Kasikornbank', '开泰银行'],
  ['BCA', 'Bank Central Asia', '中亚银行'],
  ['MANDIRI', 'Bank Mandiri', '曼迪利银行'],
  ['BDO', 'BDO Unibank', '金融银行（BDO）'],
  ['VCB', 'Vietcombank', '越南外贸银行'],
  ['CTBC', 'CTBC Bank', '中国信托商业银行'],
  ['CATHAY', 'Cathay United Bank', '国泰世华银行'],
  ['KB', 'KB Kookmin Bank', '国民银行'],
  ['SHINHAN', 'Shinhan Bank', '新韩银行'],
  ['MUFG', 'MUFG Bank', '三菱日联银行'],
  ['SMBC', 'Sumitomo Mitsui Banking', '三井住友银行'],
  ['MIZUHO', 'Mizuho Bank', '瑞穗银行'],
  ['SBI', 'State Bank of India', '印度国家银行'],
  ['HDFC', 'HDFC Bank', 'HDFC 银行'],
  ['ICICI', 'ICICI Bank', '印度工业信贷投资银行'],
  ['ENBD', 'Emirates NBD', '阿联酋国民银行'],
  ['JPM', 'JPMorgan Chase', '摩根大通银行'],
  ['BOFA', 'Bank of America', '美国银行'],
  ['WELLS', 'Wells Fargo', '富国银行'],
  ['BARC', 'Barclays', '巴克莱银行'],
  ['LLOYDS', 'Lloyds Bank', '劳埃德银行'],
  ['BNP', 'BNP Paribas', '法国巴黎银行'],
  ['DB', 'Deutsche Bank', '德意志银行'],
  ['ING', 'ING', '荷兰国际集团'],
  ['SANTANDER', 'Santander', '桑坦德银行'],
  ['BBVA', 'BBVA', '西班牙对外银行'],
  ['UBS', 'UBS', '瑞银集团'],
  ['RBC', 'Royal Bank of Canada', '加拿大皇家银行'],
  ['TD', 'TD Bank', '道明银行'],
  ['CBA', 'Commonwealth Bank', '澳洲联邦银行'],
  ['ANZ', 'ANZ', '澳新银行'],
];

const all = new Map([...mainland, ...elsewhere].map((entry) => [entry[0], entry]));

export const isBank = (code: string) => all.has(code);

/** The code of a bank that the desk has added is both of its names: an account there needs no list to be named by. */
export const codeOfAdded = (en: string, zh: string) => `${en}|${zh}`;

/** A bank's name; its code, should it be in the list no more. */
export function bankName(code: string, locale: Locale): string {
  const [en = code, zh = en] = all.get(code)?.slice(1) ?? code.split('|');
  return textIn({ en, zh }, locale);
}

/** Every bank whose cards money can be paid out to, those of the mainland first. */
export const allKnownBanks = (locale: Locale): Bank[] =>
  [...mainland, ...elsewhere].map(([code]) => ({
    code,
    name: bankName(code, locale),
  }));
