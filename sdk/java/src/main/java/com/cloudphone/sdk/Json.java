package com.cloudphone.sdk;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, strings, longs, doubles, booleans and null: enough for the API, without a library. */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /** Throws IllegalArgumentException for a text that is not JSON. */
  static Object parse(String text) {
    Json json = new Json(text);
    Object value = json.value();
    json.space();
    if (json.at < text.length()) throw json.wrong();
    return value;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(Object value) {
    return (Map<String, Object>) value;
  }

  @SuppressWarnings("unchecked")
  static List<Object> list(Object value) {
    return (List<Object>) value;
  }

  static String write(Object value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(Object value, StringBuilder out) {
    if (value instanceof Map<?, ?> map) {
      out.append('{');
      String comma = "";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        if (entry.getValue() == null) continue;
        out.append(comma);
        write(entry.getKey(), out);
        out.append(':');
        write(entry.getValue(), out);
        comma = ",";
      }
      out.append('}');
    } else if (value instanceof List<?> list) {
      out.append('[');
      String comma = "";
      for (Object one : list) {
        out.append(comma);
        write(one, out);
        comma = ",";
      }
      out.append(']');
    } else if (value instanceof String string) {
      out.append('"');
      for (char sign : string.toCharArray())
        if (sign == '"' || sign == '\\') out.append('\\').append(sign);
        else if (sign < ' ') out.append(String.format("\\u%04x", (int) sign));
        else out.append(sign);
      out.append('"');
    } else {
      out.append(value);
    }
  }

  private IllegalArgumentException wrong() {
    return new IllegalArgumentException("not JSON at " + at);
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
  }

  private boolean take(String word) {
    if (!text.startsWith(word, at)) return false;
    at += word.length();
    return true;
  }

  private Object value() {
    space();
    if (at >= text.length()) throw wrong();
    if (take("{")) return members();
    if (take("[")) return elements();
    if (take("\"")) return string();
    if (take("true")) return true;
    if (take("false")) return false;
    if (take("null")) return null;
    int from = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
    String number = text.substring(from, at);
    try {
      return number.matches("-?\\d+") ? (Object) Long.valueOf(number) : (Object) Double.valueOf(number);
    } catch (NumberFormatException error) {
      throw wrong();
    }
  }

  private Map<String, Object> members() {
    Map<String, Object> map = new LinkedHashMap<>();
    space();
    if (take("}")) return map;
    do {
      space();
      if (!take("\"")) throw wrong();
      String name = string();
      space();
      if (!take(":")) throw wrong();
      map.put(name, value());
      space();
    } while (take(","));
    if (!take("}")) throw wrong();
    return map;
  }

  private List<Object> elements() {
    List<Object> list = new ArrayList<>();
    space();
    if (take("]")) return list;
    do {
      list.add(value());
      space();
    } while (take(","));
    if (!take("]")) throw wrong();
    return list;
  }

  private String string() {
    StringBuilder out = new StringBuilder();
    while (at < text.length()) {
      char sign = text.charAt(at++);
      if (sign == '"') return out.toString();
      if (sign != '\\') {
        out.append(sign);
        continue;
      }
      if (at >= text.length()) throw wrong();
      char escape = text.charAt(at++);
      int known = "\"\\/bfnrt".indexOf(escape);
      if (known >= 0) {
        out.append("\"\\/\b\f\n\r\t".charAt(known));
      } else if (escape == 'u' && at + 4 <= text.length()) {
        out.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
        at += 4;
      } else {
        throw wrong();
      }
    }
    throw wrong();
  }
}
