/* One set of icons on 24 × 24 with a line of 1.6. Every object has one light; its position is after the `|`. Gestures have none. The
   part after a second `|` is a line width of its own; such an icon is filled. A screen contains only the icons that it imports (see
   `apart` in tools/build/link.mjs). */
export const devicesIcon =
  'M5.5 4h13A1.5 1.5 0 0 1 20 5.5v4a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 9.5v-4A1.5 1.5 0 0 1 5.5 4zM5.5 13h13a1.5 1.5 0 0 1 1.5 1.5v4a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5v-4A1.5 1.5 0 0 1 5.5 13zM7.5 7.5H12M7.5 16.5H12|16.3 7.5';
export const accountsIcon =
  'M9.5 11.5a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5zM3 20v-.5A4.5 4.5 0 0 1 7.5 15h4a4.5 4.5 0 0 1 4.5 4.5v.5M17.5 14.2a4.5 4.5 0 0 1 3.5 4.4V20|17.6 8.2';
export const dynamicIcon =
  'M8.3 15.7a5.2 5.2 0 0 1 0-7.4M15.7 8.3a5.2 5.2 0 0 1 0 7.4M5.2 18.8a9.6 9.6 0 0 1 0-13.6M18.8 5.2a9.6 9.6 0 0 1 0 13.6|12 12';
export const logsIcon =
  'M6.5 3.5h11A1.5 1.5 0 0 1 19 5v14a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19V5a1.5 1.5 0 0 1 1.5-1.5zM12 8.2h3.5M8.5 12.4h7M8.5 16.4h4.5|8.9 8.2';
export const mineIcon =
  'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5v-.3A5.2 5.2 0 0 1 9.7 15h4.6a5.2 5.2 0 0 1 5.2 5.2v.3|12 19.3';
export const walletIcon =
  'M18 8V5.5A1.5 1.5 0 0 0 16.5 4h-11a2 2 0 0 0 0 4h13A1.5 1.5 0 0 1 20 9.5v9a1.5 1.5 0 0 1-1.5 1.5h-13a2 2 0 0 1-2-2V6|15.8 14';
export const withdrawIcon =
  'M12 12.5V3.5M7.8 7.7 12 3.5l4.2 4.2M4 13.5v5A1.5 1.5 0 0 0 5.5 20h13a1.5 1.5 0 0 0 1.5-1.5v-5|12 16.3';
export const rechargeIcon =
  'M12 3.5v9M7.8 8.3l4.2 4.2 4.2-4.2M4 13.5v5A1.5 1.5 0 0 0 5.5 20h13a1.5 1.5 0 0 0 1.5-1.5v-5|12 16.4';
export const ordersIcon = 'M5.5 3.5h13v17l-3.25-2-3.25 2-3.25-2-3.25 2zM12.2 8.5h3M9 12.8h6|9.2 8.5';
export const packageIcon = 'M12 3l8.5 4.5v9L12 21l-8.5-4.5v-9zM3.5 7.5 12 12l8.5-4.5M12 12v9|16.3 14.3';
export const contractIcon =
  'M14 3.5H6.5A1.5 1.5 0 0 0 5 5v14a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19V8.5zM14 3.5v5h5M8 16.8c1-3 2-4.2 2.8-4.2 1.3 0-.7 4 .5 4 .8 0 1-1.4 1.9-1.4|15.9 16.3';
export const cardIcon =
  'M4.5 5.5h15A1.5 1.5 0 0 1 21 7v10a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17V7a1.5 1.5 0 0 1 1.5-1.5zM3 10h18M6.5 14.6h4|16.8 14.6';
export const incomeIcon = 'M4 4v14.5A1.5 1.5 0 0 0 5.5 20H20M7.8 15.5l3.4-4 3.2 2.3 3-3.8|18.9 7.3';
export const pointsIcon =
  'M12 3.3l2.65 5.4 5.95.85-4.3 4.2 1 5.9L12 16.9l-5.3 2.75 1-5.9-4.3-4.2 5.95-.85z|12 12.2';
export const beansIcon =
  'M8.2 3.8c3.9-1 5.5 2 7.6 3.9 2.5 2.2 5.4 3.5 4.2 7.7-1.3 4.4-7 5.8-11.4 3.2C4 15.9 2.5 11 4.2 7.3c.8-1.8 2.2-3 4-3.5z|10.3 10.3';
export const couponIcon =
  'M4.5 6h15A1.5 1.5 0 0 1 21 7.5V10a2 2 0 0 0 0 4v2.5a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 16.5V14a2 2 0 0 0 0-4V7.5A1.5 1.5 0 0 1 4.5 6zM14.5 6.2v1.6M14.5 11.2v1.6M14.5 16.2v1.6|9 12';
export const giftIcon =
  'M4 8.5h16V12H4zM5.5 12v8.5h13V12M12 8.5C11 5.5 9.7 4 8.2 4a2.25 2.25 0 0 0 0 4.5M12 8.5C13 5.5 14.3 4 15.8 4a2.25 2.25 0 0 1 0 4.5|12 16.2';
export const inviteIcon =
  'M10 11.5a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5zM3.5 20v-.5A4.5 4.5 0 0 1 8 15h4a4.5 4.5 0 0 1 4.5 4.5v.5M18.5 8v5M16 10.5h5|10 7.75';
export const teamIcon =
  'M12 6.5v5M5 16v-1.5a3 3 0 0 1 3-3h8a3 3 0 0 1 3 3V16M12 11.5V16M5 20.3a2.15 2.15 0 1 0 0-4.3 2.15 2.15 0 0 0 0 4.3zM12 20.3a2.15 2.15 0 1 0 0-4.3 2.15 2.15 0 0 0 0 4.3zM19 20.3a2.15 2.15 0 1 0 0-4.3 2.15 2.15 0 0 0 0 4.3z|12 4.8';
export const posterIcon =
  'M6 3h12a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 18 21H6a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 6 3zM4.5 14 9 9.5l4.2 4.2 2.3-2.2 4 3.5M8.5 18h7|15.3 7.3';
export const workorderIcon =
  'M9 4.5H6.5A1.5 1.5 0 0 0 5 6v13a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19V6a1.5 1.5 0 0 0-1.5-1.5H15M9 3h6v3.5H9zM9.9 11.1a2.15 2.15 0 1 1 3.1 1.9c-.7.3-1 .7-1 1.2|12 17.3';
export const supportIcon =
  'M4 14v-2a8 8 0 0 1 16 0v2M4 13.5h3v5H5.5A1.5 1.5 0 0 1 4 17zM20 13.5h-3v5h1.5A1.5 1.5 0 0 0 20 17zM19.5 18c-.4 1.6-1.8 2.4-3.7 2.6|12.6 20.6';
export const aiIcon =
  'M12 4.5H6.5A2.5 2.5 0 0 0 4 7v7.5A2.5 2.5 0 0 0 6.5 17H8v3.5l4.5-3.5H17a2.5 2.5 0 0 0 2.5-2.5V13M17.8 2.8l1 2.7 2.7 1-2.7 1-1 2.7-1-2.7-2.7-1 2.7-1z|10.5 11.2';
export const noticeIcon = 'M4 9.8v4.4h3l8 4.3v-13l-8 4.3zM7.7 14.5l1 5h2.6l-.9-3.6|19.3 12';
export const messageIcon =
  'M4.5 5.5h15A1.5 1.5 0 0 1 21 7v10a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17V7a1.5 1.5 0 0 1 1.5-1.5zM3.5 7.5 10.3 12M13.7 12l6.8-4.5|12 13.2';
export const phoneIcon =
  'M6.6 3.5h2.6l1.5 4-2 1.6a12 12 0 0 0 6.2 6.2l1.6-2 4 1.5v2.6a2 2 0 0 1-2.2 2A16.2 16.2 0 0 1 4.6 5.7a2 2 0 0 1 2-2.2z|17 7';
export const emailIcon =
  'M12 15.7a3.7 3.7 0 1 0 0-7.4 3.7 3.7 0 0 0 0 7.4zM15.7 8.3v4.9a2.4 2.4 0 0 0 4.8 0V12a8.5 8.5 0 1 0-3.4 6.8|12 12';
export const bellIcon = 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM12 3.2V5|12 20.8';
export const settingsIcon =
  'M4 7.5h8.5M18 7.5h2M4 16.5h2M11.5 16.5H20M15.2 9.9a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8z|8.8 16.5';
export const addressIcon = 'M12 21s7-6 7-11.5a7 7 0 0 0-14 0C5 15 12 21 12 21z|12 9.5';
export const languageIcon =
  'M3.5 6h9M8 3.5V6M11 6c-.7 4-3 6.8-6.8 8.5M5.8 9c1 2.2 2.7 3.8 5 4.8M12.3 20.5 16.2 10.5 20.1 20.5|16.2 17.6';
export const passwordIcon =
  'M6.5 10.5h11A1.5 1.5 0 0 1 19 12v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19v-7a1.5 1.5 0 0 1 1.5-1.5zM8 10.5V8a4 4 0 0 1 8 0v2.5|12 15.5';
export const downloadIcon =
  'M8.5 3h7A1.5 1.5 0 0 1 17 4.5v15a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 19.5v-15A1.5 1.5 0 0 1 8.5 3zM12 6.5v6M9.7 10.3l2.3 2.3 2.3-2.3|12 17.3';
export const screenIcon =
  'M8.5 3h7A1.5 1.5 0 0 1 17 4.5v15a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 19.5v-15A1.5 1.5 0 0 1 8.5 3zM10.5 5.8h3|12 17.6';
export const storeIcon =
  'M4.5 11v8A1.5 1.5 0 0 0 6 20.5h12a1.5 1.5 0 0 0 1.5-1.5v-8M4.5 3.5h15L21 8.5a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0z|12 16';
export const cartIcon =
  'M2.5 4H5l2.3 11.5h10.4L20 7.5H5.8M9 20.8a1.3 1.3 0 1 0 0-2.6 1.3 1.3 0 0 0 0 2.6z|16.3 19.5';
export const categoryIcon =
  'M5 4h4a1.5 1.5 0 0 1 1.5 1.5v4A1.5 1.5 0 0 1 9 11H5.5A1.5 1.5 0 0 1 4 9.5V5a1 1 0 0 1 1-1zM15 4h3.5A1.5 1.5 0 0 1 20 5.5V9.5A1.5 1.5 0 0 1 18.5 11H15a1.5 1.5 0 0 1-1.5-1.5v-4A1.5 1.5 0 0 1 15 4zM5.5 13.5H9a1.5 1.5 0 0 1 1.5 1.5v3.5A1.5 1.5 0 0 1 9 20H5.5A1.5 1.5 0 0 1 4 18.5V15a1.5 1.5 0 0 1 1.5-1.5z|16.8 16.8';
export const renewIcon =
  'M19.5 10.5A7.8 7.8 0 0 0 5.3 8M4.5 13.5A7.8 7.8 0 0 0 18.7 16M5 3.8V8h4.2M19 20.2V16h-4.2|12 12';
export const videoIcon =
  'M4.5 6h10A1.5 1.5 0 0 1 16 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-10A1.5 1.5 0 0 1 3 16.5v-9A1.5 1.5 0 0 1 4.5 6zM16 10.8l5-3v8.4l-5-3|7 9.7';
export const materialIcon =
  'M5.5 4h13A1.5 1.5 0 0 1 20 5.5v13a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5v-13A1.5 1.5 0 0 1 5.5 4zM4.3 17.5 9 12.5l3.5 3.5 3-3 4.3 4.3|9 8.7';
export const clockIcon = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7.2V12l3.3 2|12 12';
export const taskIcon = 'M8.5 6H20M8.5 12H20M8.5 18H20M4 12h.01M4 18h.01|4.2 6';
export const transferIcon = 'M4 8.5h13M13.5 5l3.5 3.5-3.5 3.5M20 15.5H9.5M10.5 12 7 15.5l3.5 3.5|4.6 15.5';
export const contrastIcon =
  'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 3.5v17M12 8l6.8-1M12 12h8.4M12 16l6.8 1';
export const shieldIcon = 'M12 3l7.5 3v5.5c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.5V6z|12 11.5';
export const coinsIcon =
  'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM9 8l3 4 3-4M12 12v4.5M9.5 12h5|12 12';
export const searchIcon = 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.3 15.3 20 20';
export const filterIcon = 'M4 6.5h16M7 12h10M10 17.5h4';
export const playIcon = 'M8 5v14l11-7z||1.6';
export const collectIcon = 'M7 3.5h10A1.5 1.5 0 0 1 18.5 5v15.5L12 16l-6.5 4.5V5A1.5 1.5 0 0 1 7 3.5z';
export const shareIcon =
  'M12 14.5v-11M8 7.5l4-4 4 4M7 11h-.5A1.5 1.5 0 0 0 5 12.5V19a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19v-6.5a1.5 1.5 0 0 0-1.5-1.5H17';
export const scanIcon =
  'M4 8.5v-3A1.5 1.5 0 0 1 5.5 4h3M15.5 4h3A1.5 1.5 0 0 1 20 5.5v3M20 15.5v3a1.5 1.5 0 0 1-1.5 1.5h-3M8.5 20h-3A1.5 1.5 0 0 1 4 18.5v-3M4 12h16';
export const copyIcon =
  'M9.5 8.5h9A1.5 1.5 0 0 1 20 10v9a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 8 19v-9a1.5 1.5 0 0 1 1.5-1.5zM16 5.5V5a1.5 1.5 0 0 0-1.5-1.5h-9A1.5 1.5 0 0 0 4 5v9a1.5 1.5 0 0 0 1.5 1.5';
export const likeIcon =
  'M12 20S3.5 15 3.5 9.2A4.7 4.7 0 0 1 12 6.5a4.7 4.7 0 0 1 8.5 2.7C20.5 15 12 20 12 20z';
export const commentIcon =
  'M6.5 4.5h11A2.5 2.5 0 0 1 20 7v7.5a2.5 2.5 0 0 1-2.5 2.5h-5L8 20.5V17H6.5A2.5 2.5 0 0 1 4 14.5V7a2.5 2.5 0 0 1 2.5-2.5z';
export const backIcon = 'M15 4.5 7.5 12l7.5 7.5';
export const homeKeyIcon = 'M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14z';
export const recentKeyIcon = 'M8 5h8a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3z';
export const chevronIcon = 'M9.5 6l6 6-6 6';
export const downIcon = 'M6 9.5l6 6 6-6';
export const closeIcon = 'M6 6l12 12M18 6 6 18';
export const plusIcon = 'M12 5v14M5 12h14';
export const minusIcon = 'M5 12h14';
export const checkIcon = 'M5 12.5l4.5 4.5L19 7.5';
export const moreIcon = 'M5.5 12h.01M12 12h.01M18.5 12h.01||2.6';
export const pauseIcon = 'M9 6v12M15 6v12';
export const eyeIcon =
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z';
export const editIcon = 'M4 20l1-4L16.5 4.5l3 3L8 19zM14.5 6.5l3 3';
export const upIcon = 'M12 19V6M6.5 11.5 12 6l5.5 5.5';
export const sendIcon = 'M4 12l16-8-5 16-3.5-6.5zM11.5 13.5L20 4';
export const stopIcon = 'M6 6h12v12H6z';
export const hideIcon =
  'M4 4l16 16M9.9 5.7A9.3 9.3 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.4M6.2 7.3A16.6 16.6 0 0 0 2.5 12S6 18.5 12 18.5c1.5 0 2.9-.4 4.1-1M9.9 9.9a3 3 0 0 0 4.2 4.2';
export const textIcon = 'M3.5 6.5h11M9 6.5V19M13.5 12.5h7M17 12.5V19';
export const trashIcon = 'M5 7h14M9.5 7V4.5h5V7M6.5 7l1 12.5h9l1-12.5|12 13';
