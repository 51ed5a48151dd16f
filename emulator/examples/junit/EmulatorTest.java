import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * An emulator for a JUnit 5 suite: one process for the class, and a fresh world for each test. Put your own client where
 * {@code upload} is. It starts the emulator that npm has installed here, or the command in EMULATOR_COMMAND. Needs Java 11.
 */
class EmulatorTest {
  static final HttpClient http = HttpClient.newHttpClient();
  static Process process;
  static String emulatorUrl;
  static String controlToken;

  String url;
  String token;

  @BeforeAll
  static void startEmulator() throws Exception {
    // Not by npx, which ends without ending the emulator.
    String command = System.getenv().getOrDefault("EMULATOR_COMMAND", "node_modules/.bin/pilot-companion-emulator");
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.addAll(List.of("--port", "0", "--json", "--quiet"));
    process = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    // The ready line comes when it accepts connections.
    String ready = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
    emulatorUrl = member(ready, "url");
    controlToken = member(ready, "controlToken");
  }

  @AfterAll
  static void stopEmulator() {
    process.destroy();
  }

  @BeforeEach
  void makeWorld() throws Exception {
    url = member(control(emulatorUrl, "POST", "/worlds", "{\"clock\":\"virtual\"}"), "url");
    token = member(control(url, "POST", "/sign-in", "{\"pilot\":\"demo\"}"), "access_token");
  }

  @AfterEach
  void removeWorld() throws Exception {
    control(emulatorUrl, "DELETE", "/worlds/" + url.substring(url.lastIndexOf('/') + 1), null);
  }

  @Test
  void waitsBetweenUploads() throws Exception {
    assertEquals(200, upload().statusCode());
    HttpResponse<String> refused = upload();
    assertEquals(429, refused.statusCode());
    assertEquals("{\"detail\":\"too_fast\"}", refused.body());
    control(url, "POST", "/clock", "{\"advanceMs\":\"5s\"}");
    assertEquals(200, upload().statusCode());
  }

  @Test
  void findsTheFlightAfterALostAnswer() throws Exception {
    String lost = "{\"match\":{\"method\":\"POST\",\"path\":\"/api/v1/flights\"},\"times\":1,"
        + "\"effect\":{\"type\":\"drop\",\"when\":\"after\"}}";
    control(url, "POST", "/faults", lost);
    assertThrows(IOException.class, this::upload);
    assertEquals("report.png", member(control(url, "GET", "/flights", null), "fileName"));
  }

  HttpResponse<String> upload() throws Exception {
    String head = "--part\r\nContent-Disposition: form-data; name=\"report\"; filename=\"report.png\"\r\n\r\n";
    byte[] body = (head + "\u0089PNG\r\n\u001a\n\r\n--part--\r\n").getBytes(StandardCharsets.ISO_8859_1);
    return send(HttpRequest.newBuilder(URI.create(url + "/api/v1/flights"))
        .header("Authorization", "Bearer " + token)
        .header("Content-Type", "multipart/form-data; boundary=part")
        .POST(BodyPublishers.ofByteArray(body)));
  }

  /** A call of the control interface; returns the body of the response. */
  static String control(String base, String method, String path, String body) throws Exception {
    HttpResponse<String> answer = send(HttpRequest.newBuilder(URI.create(base + "/_emulator" + path))
        .header("Authorization", "Bearer " + controlToken)
        .header("Content-Type", "application/json")
        .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body)));
    if (answer.statusCode() >= 300) throw new AssertionError(answer.body());
    return answer.body();
  }

  static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return http.send(request.build(), BodyHandlers.ofString());
  }

  /** The first text of this name; use a JSON library in your tests. */
  static String member(String json, String name) {
    Matcher matcher = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
    if (!matcher.find()) throw new AssertionError(name + " is not in " + json);
    return matcher.group(1);
  }
}
